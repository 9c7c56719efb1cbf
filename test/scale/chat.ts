import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import type { Page } from 'playwright';

import { startWindowServer } from '../../main/server/window-server.ts';
import type { Handlers } from '../../shared/contract.ts';
import type { ChatMessage, ChatTask } from '../../shared/features/chat/model.ts';
import { scriptedEngine } from '../end-to-end/driver/scripted-engine.ts';
import { headingOf, openWindow } from '../end-to-end/driver/window-steps.ts';
import { startChromium } from '../setup/browser/chromium.ts';
import { type ScrollNotes, scrollUp } from './chat-page.ts';
import { percentile } from './window-page.ts';

/**
 * `node test/scale/chat.ts [--messages N]`: how quick a long conversation is, in the built window over a scripted engine.
 * What it takes stands beside what a short conversation takes, and a frame beside one in which nothing is done, because
 * machines differ. Ends with 1 when a promise was not kept.
 */
const { values } = parseArgs({ options: { messages: { type: 'string', default: '2000' } } });
const PROMISED = { openMs: 300, frameMs: 34, jumpPx: 2, articles: 60 };
const PAGE = 50;
const SHORT = 20;
const TIMES = 9;

const task = (id: string, title: string): ChatTask => ({
  id,
  title,
  status: 'active',
  messageCount: null,
  lastMessageAt: null,
  createdAt: null,
  state: 'quiet',
  since: null,
});
const TASKS = [task('long', 'A long conversation'), task('short', 'A short conversation')];
const TEXTS = [
  'Which wells are above the limit?',
  '**Three wells** are above 0.8:\n\n| Well | OD |\n|---|--:|\n| B4 | 0.91 |\n| C4 | 0.88 |\n\nThe fit was $y = ax + b$.',
  'And in the run before it? Take the second reading, and leave out the edge of the plate.',
  `${'Nothing of it stands out. '.repeat(30)}\n\n\`\`\`python\nlimit = 0.8\n\`\`\``,
];

function conversation(count: number): readonly ChatMessage[] {
  return Array.from({ length: count }, (_, at) => ({
    id: `m${at + 1}`,
    role: at % 2 === 0 ? 'user' : 'assistant',
    text: `No ${at + 1}: ${TEXTS[at % TEXTS.length] ?? ''}`,
    sequence: at + 1,
    createdAt: '2026-11-20T14:02:00.000Z',
    status: 'completed',
    progress: null,
    attachments: [],
    contextFiles: [],
    referencedFiles: [],
  }));
}

const SAID: { readonly [id: string]: readonly ChatMessage[] } = {
  long: conversation(Number(values.messages)),
  short: conversation(SHORT),
};

/** Answers as the engine does: the newest page, and each before it. */
const answers: Partial<Handlers> = {
  'chat.tasks': async () => ({ tasks: TASKS, hasMore: false, isFresh: true, at: new Date().toISOString() }),
  'chat.open': async ({ task: id, before }) => {
    const said = SAID[id] ?? [];
    const end = before === null ? said.length : Number(before);
    const first = Math.max(0, end - PAGE);
    const shown = TASKS.find(each => each.id === id) ?? task(id, '');
    const cursor = first === 0 ? null : String(first);
    return {
      task: shown,
      messages: said.slice(first, end),
      before: cursor,
      isFresh: true,
      at: new Date().toISOString(),
    };
  },
  'chat.outbox': async () => [],
  'chat.draft': async () => null,
  'chat.setDraft': async () => null,
  'chat.attend': async () => null,
};

let failures = 0;
const engine = scriptedEngine();
engine.topics.publish('chat.changes', { revision: 1, working: [], ready: [], waiting: 0 });
const server = await startWindowServer({
  port: 0,
  buildFolder: fileURLToPath(new URL('../../out/renderer', import.meta.url)),
  handlers: { ...engine.handlers, ...answers },
  topics: engine.topics,
});
const browser = await startChromium();
try {
  const { page } = await openWindow(browser, server.url, { width: 1280, height: 800 });
  await headingOf(page, 'Knowledge Base').waitFor();
  await page.keyboard.press('Control+5');
  await page.getByRole('row', { name: /A long conversation/ }).waitFor();
  await measure(page);
} finally {
  await browser.close();
  await server.close();
}
process.exitCode = failures === 0 ? 0 : 1;

async function measure(page: Page): Promise<void> {
  const [short, long]: [number[], number[]] = [[], []];
  for (let time = 0; time < TIMES; time += 1) {
    short.push(await open(page, 'A short conversation', SHORT));
    long.push(await open(page, 'A long conversation', Number(values.messages)));
  }
  const [quick, slow] = [percentile(short, 50), percentile(long, 50)];
  process.stdout.write(`a conversation of ${SHORT} messages is opened, median: ${quick.toFixed(0)} ms\n`);
  report(`one of ${values.messages}, median`, slow, PROMISED.openMs, { unit: 'ms', ratio: slow / quick });

  const idle = (await scrollUp(page, { frames: 200, stepPx: 0 })).frames;
  const [usual, late] = [percentile(idle, 50), percentile(idle, 95)].map(each => each.toFixed(1));
  process.stdout.write(`a frame in which nothing is done, median: ${usual} ms, 95 %: ${late} ms\n`);
  await tell('up with the wheel', await scrollUp(page, { frames: 300, stepPx: 130 }), idle);
  await toTheTop(page, 1000);
  await page.getByRole('button', { name: 'To the newest message' }).click();
  await tell('through it with the bar', await scrollUp(page, { frames: 100, stepPx: 4000 }), idle);
}

/** Until the newest message can be read. */
async function open(page: Page, name: string, count: number): Promise<number> {
  await page.getByRole('button', { name: 'New task' }).click();
  await page.getByRole('heading', { name: 'Ask about your files' }).waitFor();
  return page.evaluate(
    async ([title, last]) => {
      const rows = [...document.querySelectorAll<HTMLElement>('[role="row"]')];
      const began = performance.now();
      rows.find(row => row.innerText.includes(title))?.click();
      const isThere = (): boolean =>
        [...document.querySelectorAll('[role="log"] article')].some(each => each.textContent.includes(last));
      while (!isThere()) await new Promise<number>(resolve => requestAnimationFrame(resolve));
      await new Promise<number>(resolve => requestAnimationFrame(resolve));
      return performance.now() - began;
    },
    [name, `No ${count}: `] as const,
  );
}

/** Scrolls until the first message is there: faster than a person reads. */
async function toTheTop(page: Page, stepPx: number): Promise<void> {
  for (let round = 0; round < 200; round += 1) {
    await scrollUp(page, { frames: 50, stepPx });
    if ((await page.getByText('This is where the conversation begins.').count()) > 0) return;
  }
}

async function tell(how: string, { frames, jumps }: ScrollNotes, idle: readonly number[]): Promise<void> {
  for (const percent of [50, 95]) {
    const [took, nothing] = [percentile(frames, percent), percentile(idle, percent)];
    report(`scrolling ${how}, a frame, ${percent} %`, took, PROMISED.frameMs, { unit: 'ms', ratio: took / nothing });
  }
  report(`scrolling ${how}, what is in sight jumps by, 99 %`, percentile(jumps, 99), PROMISED.jumpPx, { unit: 'px' });
  await sleep(300);
  const page = browser.contexts()[0]?.pages()[0];
  report('messages in the page', (await page?.getByRole('article').count()) ?? 0, PROMISED.articles);
}

function report(
  what: string,
  value: number,
  atMost: number,
  { unit = '', ratio }: { readonly unit?: string; readonly ratio?: number } = {},
): void {
  const isKept = value <= atMost;
  if (!isKept) failures += 1;
  const times = ratio === undefined ? '' : `, ${ratio.toFixed(2)} times`;
  const kept = isKept ? '' : 'NOT KEPT: ';
  process.stdout.write(`${kept}${what}: ${value.toFixed(1)} ${unit}${times} (at most ${atMost} ${unit})\n`);
}
