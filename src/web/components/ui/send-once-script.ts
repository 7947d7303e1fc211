/**
 * While a form that the browser itself sends is on its way, the same form is not sent again: Enter pressed twice before
 * the page is alive is one press. After a while, or when the page is gone back to, it may be.
 */
export const sendOnceScript = `(function(){var sent=new WeakMap;
addEventListener("submit",function(e){if(Date.now()-(sent.get(e.target)||0)<15000){e.preventDefault();e.stopImmediatePropagation()}},true);
addEventListener("submit",function(e){if(!e.defaultPrevented&&e.target.method==="post")sent.set(e.target,Date.now())});
addEventListener("pageshow",function(e){if(e.persisted)sent=new WeakMap})})()`;
