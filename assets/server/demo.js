// Loads what draws a record that plays by itself: only where it comes near, there is WebGL, and nobody
// asked to save data.

for (const root of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-script]"))) {
  const { connection } = /** @type {any} */ (navigator);
  if (connection?.saveData) continue;
  const near = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    near.disconnect();
    if (!document.createElement("canvas").getContext("webgl2")) return;
    const script = document.createElement("script");
    script.type = "module";
    script.src = root.dataset.script ?? "";
    document.head.append(script);
  }, { rootMargin: "300px" });
  near.observe(root.parentElement ?? root); // it is hidden until then
}
