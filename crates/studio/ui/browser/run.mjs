// What a person does with the studio, done by a browser. Pictures of every page are kept in
// `browser/shots` to look at.

import assert from 'node:assert/strict';
import test from 'node:test';
import { inTerminal, shots, withPage } from './studio.mjs';

const wide = { viewport: { width: 1400, height: 900 }, deviceScaleFactor: 1, colorScheme: 'light' };
const dark = { ...wide, colorScheme: 'dark' };
const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true, colorScheme: 'light', reducedMotion: 'reduce' };

async function shot(page, name, options = {}) {
  // A frame for the canvas.
  await page.waitForTimeout(250);
  await page.screenshot({ path: `${shots}/${name}.png`, ...options });
}

async function until(what, ask) {
  for (let tries = 0; tries < 300; tries += 1) {
    if (await ask()) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  assert.fail(what);
}

const scoreOf = async (page) => Number(await page.locator('[data-score]').first().textContent());

async function start(page, { puzzle = 'eternity2', solver = 'local-search', seed = 7, time = '', runs = 1 } = {}) {
  await page.getByRole('combobox', { name: 'Puzzle' }).selectOption(puzzle);
  await page.getByRole('combobox', { name: 'Solver' }).selectOption(solver);
  await page.getByLabel('Seed').fill(String(seed));
  await page.getByLabel('Time (90s, 5m, 2h)').fill(time);
  await page.getByLabel('Runs', { exact: true }).fill(String(runs));
  await page.getByRole('button', { name: /^Start/ }).click();
}

test('a run is started, its score rises, it is paused, resumed and stopped, and history has it after a reload', async () => {
  await withPage(dark, async ({ page, studio }) => {
    await page.goto(studio.address);
    await start(page);
    await until('there is a score', async () => (await page.locator('[data-score]').count()) > 0 && (await scoreOf(page)) > 0);
    const first = await scoreOf(page);
    await until('the score rises', async () => (await scoreOf(page)) > first);
    await page.waitForTimeout(2500);
    await shot(page, 'run-dark');
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByText('paused', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByText('ended: interrupted').waitFor();
    const last = await scoreOf(page);
    await page.reload();
    await until('the run is still in view', async () => (await page.locator('[data-score]').count()) === 1);
    assert.equal(await scoreOf(page), last);
    await page.getByRole('link', { name: 'Runs' }).click();
    const row = page.getByRole('row').filter({ hasText: 'local-search' });
    await row.waitFor();
    assert.match(await row.textContent(), new RegExp(`${last}\\s*/ 480`));
  });
});

test('runs are compared, and their boards looked at', async () => {
  await withPage(wide, async ({ page, studio }) => {
    await page.goto(studio.address);
    for (const solver of ['local-search', 'anneal', 'tabu']) await start(page, { solver, time: '3s' });
    const tiles = page.getByRole('list', { name: 'All runs' });
    await until('all end', async () => (await tiles.getByText('ended: budget spent').count()) === 3);
    await shot(page, 'run-light');
    await page.getByRole('link', { name: 'Runs' }).click();
    for (const id of [1, 2, 3]) await page.getByLabel(`Compare run ${id}`).check();
    await page.getByText('reached by 3 of 3').waitFor();
    await shot(page, 'runs');
    await page.getByRole('link', { name: 'Boards' }).click();
    await page.getByRole('region', { name: /^Board \d/ }).waitFor();
    await page.getByLabel('Difference to').selectOption({ index: 1 });
    await page.getByText('cells differ').waitFor();
    await shot(page, 'boards');
    await page.getByLabel('Difference to').selectOption({ index: 0 });
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'PNG' }).click();
    assert.match((await saved).suggestedFilename(), /\.png$/);
  });
});

test('several runs stand beside each other, and one of them is seen large', async () => {
  await withPage(dark, async ({ page, studio }) => {
    await page.goto(studio.address);
    // The form is filled in again before the first of two runs has begun.
    await page.route('**/api/runs', async (route) => {
      if (route.request().method() === 'POST') await new Promise((resolve) => setTimeout(resolve, 700));
      await route.continue();
    });
    await start(page, { solver: 'anneal', runs: 2 });
    await start(page, { solver: 'local-search', seed: 9 });
    const tiles = page.getByRole('list', { name: 'All runs' }).getByRole('article');
    const large = page.getByRole('article', { name: /^Run \d/ });
    await until('three small ones', async () => (await tiles.count()) === 3);
    await large.getByText('local-search, seed 9').waitFor();
    assert.equal(await large.count(), 1, 'one is large, the latest');
    await page.getByRole('button', { name: 'Show run 1 large' }).press('Enter');
    await page.getByRole('article', { name: 'Run 1', exact: true }).getByText('anneal, seed 7').waitFor();
    await page.getByRole('button', { name: 'Pause run 2' }).click();
    await tiles.getByText('paused', { exact: true }).waitFor();
    const small = page.locator('[data-tile-score]').first();
    await until('small ones have scores too', async () => Number(await small.textContent()) > 300);
    await shot(page, 'run-several');
    await page.setViewportSize(phone.viewport);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(overflow <= 0, `${overflow} pixels too wide`);
    await shot(page, 'run-several-phone', { fullPage: true });
    for (const run of [1, 2, 3]) {
      const stop = page.getByRole('button', { name: `Stop run ${run}` });
      if (await stop.count()) await stop.click();
    }
    await until('none runs', async () => (await page.getByText('running', { exact: true }).count()) === 0);
  });
});

test('an experiment is seen beside the published figures, and an empty lab says how to begin', async () => {
  await withPage(wide, async ({ page, studio, folder }) => {
    await page.goto(`${studio.address}#/lab`);
    const first = page.getByRole('region', { name: 'How to begin' });
    await first.getByText('tilewright lab run nichols --scale 0.01').first().waitFor();
    await first.getByText('Islands on triangular boards').waitFor();
    await inTerminal(folder, 'lab', 'run', 'nichols', '--scale', '0.001', '--runs', '5');
    await page.reload();
    const table = page.getByRole('table', { name: 'triangle4: the published figures beside ours' });
    const row = table.getByRole('row', { name: /^islands, published/ });
    await row.waitFor();
    assert.match(await row.textContent(), /18\s*–\s*one run\s*= equal \(best\)\s*46,056 evaluations/, 'the best of one published run, and what ours is');
    assert.match(await page.getByRole('region', { name: 'Results of nichols' }).textContent(), /R\. Nichols.*1\s*equal to what is published/s);
    await page.getByRole('img', { name: /^islands, published: from 18 to 18, .* published best 18/ }).waitFor();
    await page.getByRole('img', { name: /^share of runs over evaluations/ }).waitFor();
    await page.getByRole('button', { name: 'time', exact: true }).click();
    await page.getByRole('img', { name: /^share of runs over processor seconds/ }).waitFor();
    await page.getByRole('button', { name: 'work', exact: true }).click();
    // Without a mouse: on to a puzzle on which nobody has published anything, and back.
    await page.getByRole('button', { name: 'The next puzzle' }).press('Enter');
    await page.getByRole('table', { name: 'triangle 3, 5 colours: ours; nobody has published figures on it' }).waitFor();
    await page.getByRole('button', { name: 'The puzzle before' }).press('Enter');
    for (const [name, colorScheme, viewport] of [['light', 'light', wide.viewport], ['dark', 'dark', wide.viewport], ['phone', 'light', phone.viewport]]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize(viewport);
      await page.evaluate(() => scrollTo(0, 0));
      await page.waitForTimeout(400);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(overflow <= 0, `${overflow} pixels too wide`);
      await shot(page, `lab-${name}`, { fullPage: true });
    }
  });
});

test('a pasted link of 470 counts 470', async () => {
  await withPage(wide, async ({ page, studio }) => {
    const listed = await (await fetch(`${studio.address}api/puzzles`)).json();
    const best = listed.known_boards.find((board) => board.score === 470);
    const body = JSON.stringify({ puzzle: { name: 'eternity2' }, cells: best.cells });
    const asked = { method: 'POST', headers: { 'content-type': 'application/json' }, body };
    const { link } = await (await fetch(`${studio.address}api/convert`, asked)).json();
    await page.goto(`${studio.address}#/viewer`);
    await page.getByLabel('Link, letters or text').fill(link);
    await page.getByRole('button', { name: 'Look' }).click();
    await page.locator('[data-audit-score]').waitFor();
    assert.equal(await page.locator('[data-audit-score]').textContent(), '470');
    await page.getByText('Mismatches:').waitFor();
    await shot(page, 'viewer');
    // A cell is changed by hand, and the auditor looks again.
    await page.getByRole('application', { name: 'The board' }).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('r');
    await until('the score changes', async () => (await page.locator('[data-audit-score]').textContent()) !== '470');
  });
});

test('a puzzle is made, and played until hints solve it', async () => {
  await withPage(wide, async ({ page, studio }) => {
    await page.goto(`${studio.address}#/make`);
    await page.getByLabel('Columns').fill('4');
    await page.getByLabel('Rows').fill('4');
    await page.getByText('generated-4x4').first().waitFor();
    await page.locator('[data-estimate]').waitFor();
    await page.getByRole('button', { name: 'Play it' }).click();
    const board = page.getByRole('application', { name: 'Board of the game' });
    await board.waitFor();
    // One move by hand: a piece is dragged to the first cell.
    const piece = await page.getByRole('group', { name: 'Pieces in hand' }).getByRole('button').first().boundingBox();
    const place = await board.boundingBox();
    await page.mouse.move(piece.x + 20, piece.y + 20);
    await page.mouse.down();
    await page.mouse.move(place.x + place.width / 8, place.y + place.height / 8, { steps: 5 });
    await page.mouse.up();
    await page.getByText('1', { exact: true }).first().waitFor();
    assert.match(await page.locator('section[aria-label=Game]').textContent(), /1\s*of 16 placed/);
    await page.getByRole('button', { name: 'Undo' }).click();
    assert.match(await page.locator('section[aria-label=Game]').textContent(), /0\s*of 16 placed/);
    for (let move = 0; move < 16; move += 1) {
      await page.getByRole('button', { name: 'Hint' }).click();
      await until('a hint comes', async () => (await page.locator('section[aria-label=Game]').textContent()).includes(`${move + 1}of 16 placed`));
      if (move === 9) await shot(page, 'play');
    }
    await page.getByText(/Solved in/).waitFor();
  });
});

test('every page looks well on a wide screen, in the dark and on a phone', async () => {
  for (const [name, options] of [['wide', wide], ['dark', dark], ['phone', phone]]) {
    await withPage(options, async ({ page, studio }) => {
      for (const id of ['run', 'runs', 'boards', 'viewer', 'make', 'play', 'tilings', 'lab']) {
        await page.goto(`${studio.address}#/${id}`);
        await page.locator('h1').waitFor();
        await page.waitForTimeout(id === 'make' ? 1500 : 600);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(overflow <= 0, `${id} is ${overflow} pixels too wide`);
        await shot(page, `${name}-${id}`);
      }
    });
  }
});

test('triangles are made and played by keys alone', async () => {
  await withPage(wide, async ({ page, studio }) => {
    await page.goto(`${studio.address}#/make`);
    await page.getByRole('button', { name: 'Triangles' }).click();
    await page.getByText('generated-side5').first().waitFor();
    await page.getByRole('button', { name: 'Play it' }).click();
    const tray = page.getByRole('group', { name: 'Pieces in hand' }).getByRole('button');
    await tray.first().focus();
    await page.keyboard.press('Enter');
    await page.getByRole('application', { name: 'Board of the game' }).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await until('a piece lies', async () => /1\s*of 25 placed/.test(await page.locator('section[aria-label=Game]').textContent()));
    await page.keyboard.press('r');
    await page.keyboard.press('Delete');
    await until('it is taken back', async () => /0\s*of 25 placed/.test(await page.locator('section[aria-label=Game]').textContent()));
    for (let move = 0; move < 9; move += 1) {
      await page.keyboard.press('h');
      await until('a hint comes', async () => (await page.locator('section[aria-label=Game]').textContent()).includes(`${move + 1}of 25 placed`));
    }
    await shot(page, 'play-triangle');
  });
});

test('twenty tabs watch one run over one connection', async () => {
  await withPage(wide, async ({ page, context, studio }) => {
    await page.goto(studio.address);
    await start(page);
    await until('there is a score', async () => (await page.locator('[data-score]').count()) > 0 && (await scoreOf(page)) > 0);
    const tabs = await Promise.all(Array.from({ length: 19 }, async () => {
      const tab = await context.newPage();
      await tab.goto(studio.address);
      return tab;
    }));
    for (const tab of tabs) await until('every tab sees the run', async () => (await tab.locator('[data-score]').count()) === 1);
    const before = await Promise.all(tabs.map(scoreOf));
    assert.ok(before.every((score) => score > 0));
    await page.getByRole('button', { name: 'Stop' }).click();
    for (const tab of tabs) await tab.getByText('ended: interrupted').waitFor();
  });
});
