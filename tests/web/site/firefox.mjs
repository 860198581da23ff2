// Visits the static site with Debian's Firefox, which Playwright cannot drive: `node firefox.mjs FIREFOX ADDRESS`. Plays a game
// to its end, reloads, leaves and goes back. Prints what was seen as JSON.

import puppeteer from "puppeteer-core";

const PATIENCE = 100_000;
const END = ".ending .reason";
const [firefox, address] = process.argv.slice(2);
const browser = await puppeteer.launch({
  browser: "firefox", executablePath: firefox, protocolTimeout: PATIENCE, extraPrefsFirefox: { "datareporting.policy.dataSubmissionEnabled": false },
});
const complaints = [];
try {
  const page = await browser.newPage();
  page.setDefaultTimeout(PATIENCE);
  page.on("pageerror", (error) => complaints.push(String(error)));

  /** What is found in the frame that is shown; pages come and go meanwhile. */
  const find = async (/** @type {string} */ what) => {
    for (const end = Date.now() + PATIENCE; Date.now() < end; ) {
      for (const frame of page.frames().slice(1)) {
        const found = await frame.$(what).catch(() => null);
        if (found) return found;
      }
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error(`nowhere: ${what}; instead: ${await page.evaluate(() => document.body.innerText)}`);
  };
  const press = async (/** @type {string} */ what) => {
    for (;;) {
      const found = await find(what);
      // It may have gone since, with its page.
      if (await found.evaluate((one) => one.click()).then(() => true, () => false)) return;
    }
  };
  const words = async (/** @type {string} */ what) => (await find(what)).evaluate((one) => one.textContent.trim());

  await page.goto(address);
  await press("[data-play='digit-poison']");
  while (!page.frames().at(-1) || !(await page.frames().at(-1).$(END).catch(() => null))) {
    await press(`[data-answer]:not([aria-disabled=true]), ${END}`); // the second time a digit is played
  }
  const end = await words(END);
  const match = page.url();
  await page.reload();
  const again = await words(END);
  await page.goto(`${address}?/maps/digit-duel`); // another page of the browser's, with a worker of its own
  await find("canvas.map-points");
  await page.goBack();
  const back = await words(END);
  console.log(JSON.stringify({ end, again, back, same: page.url() === match, complaints }));
} finally {
  await browser.close();
}
