/* Comparatives in front of "than", by whether they tell more or less. */

export const moreThan =
  "less (?:slowly|negative|bearish|gloomy|cautious|pessimistic|subdued)|friendlier|kinder|higher|more (?:positive|friendly|favou?rable|upbeat|bullish|optimistic|volatile|expensive)|more(?! (?:slowly|sluggishly|negative|bearish|gloomy|cautious|pessimistic|subdued|muted))|higher|greater|larger|bigger|wider|stronger|faster|quicker|richer|dearer|hotter|louder|steeper|deeper|heavier|better|brighter|warmer|wilder|choppier|rougher|busier";
export const lessThan =
  "less (?:positive|friendly|favou?rable|upbeat|bullish|optimistic|volatile|expensive)|more (?:slowly|sluggishly|negative|bearish|gloomy|cautious|pessimistic|subdued|muted)|less(?! (?:slowly|negative|bearish|gloomy|cautious|pessimistic|subdued))|lower|smaller|narrower|tighter|weaker|slower|cheaper|calmer|softer|thinner|lighter|shallower|cooler|worse|fewer|quieter|smoother|steadier";
