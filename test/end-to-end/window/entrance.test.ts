import { expect, test } from 'vitest';

import { startWindowServer } from '../../../main/server/window-server.ts';
import type { TopicSource } from '../../../shared/rpc/topic-source.ts';
import { startChromium } from '../../setup/browser/chromium.ts';
import { seriousFindings } from '../../setup/browser/axe.ts';
import { scriptedEngine } from '../driver/scripted-engine.ts';
import { BUILD, scriptedWindows } from '../driver/scripted-window.ts';
import { openWindow } from '../driver/window-steps.ts';

const windows = scriptedWindows();

test('a place that can be pressed stays where it is while the account becomes known', async () => {
  const browser = await startChromium();
  windows.alsoClose(browser);
  const { handlers, topics } = scriptedEngine();
  let tellAccount = (): void => undefined;
  const isAsked = new Promise<void>(resolve => {
    tellAccount = resolve;
  });
  // The account comes last, as it may from an engine that has much to do.
  const late: TopicSource = {
    on: (name, listener) => {
      if (name !== 'account.session') return topics.on(name, listener);
      let stop = (): void => undefined;
      void isAsked.then(() => {
        stop = topics.on(name, listener);
      });
      return () => stop();
    },
  };
  const server = await startWindowServer({ port: 0, buildFolder: BUILD, handlers, topics: late });
  windows.alsoClose(server);
  const { page, close } = await openWindow(browser, server.url);
  windows.alsoClose({ close });
  const tops = page.evaluate(
    () =>
      new Promise<readonly number[]>(resolve => {
        const seen = new Set<number>();
        const isLink = (each: Element): boolean => each.textContent.trim() === 'Organization';
        const look = (): void => {
          const link = [...document.querySelectorAll('nav [role="link"], nav a')].find(isLink);
          if (link !== undefined) seen.add(Math.round(link.getBoundingClientRect().top));
          const isKnown = document.body.innerText.includes('Okafor Lab') || document.title === 'known';
          if (isKnown && link !== undefined) setTimeout(() => resolve([...seen]), 300);
          else requestAnimationFrame(look);
        };
        look();
      }),
  );
  await page.getByRole('main').waitFor();
  // Long enough for what came already to be drawn.
  await page.evaluate(() => new Promise(resolve => setTimeout(resolve, 500)));
  tellAccount();
  await page.getByRole('navigation', { name: 'Places' }).getByText('Organization').waitFor();
  await page.evaluate(() => {
    document.title = 'known';
  });
  expect(await tops).toHaveLength(1);
});

test('before an account is signed in only what can be used is shown, and what Benchtop is', async () => {
  const { page, engine } = await windows.start({ width: 960, height: 600 });
  engine.topics.publish('setUp.state', { kind: null, isDone: false, showsChecklist: false });
  engine.setStatus({ state: 'signedOut', service: null, mirrors: [] });
  engine.topics.publish('mirrors.all', []);
  engine.topics.publish('account.session', { name: 'signed-out' });
  await page.getByRole('complementary', { name: 'What Benchtop is' }).waitFor();
  const places = page.getByRole('navigation', { name: 'Places' });
  expect(await places.getByRole('button').allTextContents()).toEqual(['Settings', 'Diagnostics']);
  expect(await page.getByRole('navigation').getByRole('link').count()).toBe(0);
  expect(await seriousFindings(page)).toEqual([]);
  await places.getByRole('button', { name: 'Settings' }).click();
  await places.getByRole('button', { name: 'Set up Benchtop' }).click();
  await page.getByRole('complementary', { name: 'What Benchtop is' }).waitFor();
});
