/** "Last volume over its mean of 20 sessions gives 0.917x": a quotient, and no word for more. */
export const volumeOverMean =
  /\bvolume,? over (?:its|the) (?:[\w-]+ )?(?:mean|average|norm)\b[^.;\d]{0,12}(?:\d+ sessions[^.;\d]{0,16})?(?:gives?|comes? to|is|makes?|equals?|works? out at|stands? at|amounts? to|yields?|reads?|at|of|:) [^.;\d]{0,12}\d/i;
