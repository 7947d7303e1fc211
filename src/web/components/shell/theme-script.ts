/** Where the chosen theme is kept: `light` or `dark`; nothing means as the system has it. */
export const themeKey = "theme";

/** Runs before the first paint, so that the page never flashes in the other theme. */
export const themeScript = `(function(){var d=document.documentElement,t=null;try{t=localStorage.getItem("${themeKey}")}catch(e){}
if(t==="dark"||(t!=="light"&&matchMedia("(prefers-color-scheme: dark)").matches))d.classList.add("dark")})()`;
