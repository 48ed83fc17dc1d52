// The worker of all pages, also where none is open. Told of a turn by the server it shows it, and leads
// to the board. Off line it shows the list of the reader's games as it was last, and says so; a guest has
// no list. It keeps nothing else than that page and the files that all readers share.
"use strict";

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

const LIST = "boche list", FILES = "boche files"; // caches
const KEPT = "/offline";
const SIGNING = ["/sign-in", "/sign-out", "/sign-up", "/account/delete", "/api/session", "/api/me"];

let account = 0; // grows when somebody signs in or out

const pathOf = (/** @type {Client} */ { url }) => new URL(url).pathname;
const nameOf = (/** @type {string} */ path) => path.replace(/^\/static\/[^/]+\//, "");

/** @param {{ board: number, title: string, text: string }} notice */
async function show({ board, title, text }) {
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const seen = pages.some((page) => page.visibilityState === "visible" && pathOf(page) === `/board/${board}`);
  if (seen) return; // the page says it itself
  await worker.registration.showNotification(title, { body: text, tag: `boche ${board}`, icon: "/favicon.ico", data: { board } });
}

/** @param {{ board: number }} notice */
async function lead({ board }) {
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const opened = pages.find((page) => pathOf(page) === `/board/${board}`);
  // A guest's seat is in the browser: the board's page finds it there.
  await (opened ? opened.focus() : worker.clients.openWindow(`/board/${board}`));
}

// A file of the pages: its address has a hash of what is in it, so that the one kept is the right one. If
// nothing can be kept, since there is no room for it or the browser forbids it, it comes from the server.
/** @param {string} path */
async function fileOf(path) {
  const files = await caches.open(FILES).catch(() => undefined);
  const kept = await files?.match(path).catch(() => undefined);
  if (kept) return kept;
  const answer = await fetch(path);
  if (answer.ok && files) await put(files, path, answer.clone()).catch(() => undefined);
  return answer;
}

/** @param {Cache} files @param {string} path @param {Response} answer */
async function put(files, path, answer) {
  const older = (await files.keys()).filter(({ url }) => nameOf(new URL(url).pathname) === nameOf(path));
  await Promise.all(older.map((request) => files.delete(request)));
  await files.put(path, answer);
}

// Keep the list of whoever is signed in, or what a guest sees without one, and the files that it needs.
async function keep() {
  const before = account;
  const answer = await fetch(KEPT);
  if (!answer.ok || before !== account) return;
  const text = await answer.clone().text();
  await (await caches.open(LIST)).put(KEPT, answer);
  if (before !== account) await caches.delete(LIST); // signed out while it was put there
  await Promise.all([...text.matchAll(/"(\/static\/[^"]+)"/g)].map(([, path]) => fileOf(path)));
}

/** @param {Request} request */
async function pageOf(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await (await caches.open(LIST)).match(KEPT);
    if (kept) return kept;
    throw error; // as the browser says it
  }
}

worker.addEventListener("push", (event) => event.waitUntil(show(event.data?.json())));
worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(lead(event.notification.data));
});
worker.addEventListener("message", (event) => {
  if (event.data === "keep") event.waitUntil(keep().catch(() => undefined)); // off line: the last one stays
});
worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== worker.location.origin) return;
  if (!["GET", "HEAD"].includes(request.method)) {
    if (!SIGNING.includes(pathname) || request.method === "PATCH") return;
    account += 1;
    event.waitUntil(caches.delete(LIST));
  } else if (pathname.startsWith("/static/")) event.respondWith(fileOf(pathname));
  else if (request.destination === "document") event.respondWith(pageOf(request));
});
