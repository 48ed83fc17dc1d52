// The boards in the rules: only those in view are loaded, since a browser draws just a few at a time.
const boards = new IntersectionObserver(
  (changes) => {
    for (const { target, isIntersecting } of changes) {
      target.src = isIntersecting ? target.dataset.src : "about:blank";
    }
  },
  { rootMargin: "300px" },
);
for (const frame of document.querySelectorAll("iframe[data-src]")) boards.observe(frame);

// A picture in a table is small: a click shows all of it.
for (const picture of document.querySelectorAll("td > img")) {
  picture.addEventListener("click", () => window.open(picture.src, "_self"));
}
