// What old libraries and careless pages do to those beside them.
Object.prototype.extend = function extend() {};
Array.prototype.last = function last() {
  return this[this.length - 1];
};
window.name = "carillon";
addEventListener("error", () => {
  throw new Error("even the handler of errors");
});
for (const type of ["open", "notification", "unread", "read", "toggle", "state"]) {
  document.addEventListener(`carillon-${type}`, () => {
    throw new Error(`the page fails at ${type}`);
  });
}
document.addEventListener("DOMContentLoaded", () => {
  Promise.reject(new Error("nobody waits"));
  document.querySelector("carillon-inbox").renderItem = (item) => item.title.first.second;
});
undefined.nothing();
