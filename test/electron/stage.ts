import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Page } from 'playwright';
import { afterAll, beforeAll, vi } from 'vitest';

import type { DesktopBridge } from '../../shared/desktop/bridge.ts';
import { type Computer, type Lab, openLab, succeed } from '../end-to-end/benchtop.ts';
import type { Desktop, TrayFacts, WindowFacts } from './desktop.ts';
import { type Host, type HostKind, readyPage } from './host.ts';

/** What a question looks like, as it is told. */
export interface Question {
  readonly message: string;
  readonly detail: string;
  readonly buttons: readonly string[];
}

declare global {
  interface Window {
    readonly benchtop?: DesktopBridge;
    /** What a test keeps in a page. */
    standInFound?: string[];
  }
}

/** One desktop app on the sample, for one test after the other. */
export interface Stage {
  readonly host: Host;
  readonly lab: Lab;
  readonly bench: Computer;
  readonly desktop: Desktop;
  /** The window's page; another one after it died. */
  page: Page;
  /** With what the window was made. */
  readonly preferences: Readonly<Record<string, unknown>>;
  windowNow(): Promise<WindowFacts>;
  tray(): Promise<TrayFacts>;
  /** Of the engine. */
  pids(): Promise<readonly number[]>;
  goTo(hash: string): Promise<void>;
}

/** Sets it up before the tests of a suite; to be asked for in them. */
export function openStage({ open }: HostKind): () => Stage {
  let stage: Stage | null = null;
  const closing: (() => Promise<void>)[] = [];
  beforeAll(async () => {
    vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });
    const [host, lab] = await Promise.all([open(), openLab({ sample: true, commandsHere: true })]);
    closing.push(
      () => host.close(),
      () => lab.close(),
    );
    const bench = await lab.computer('bench');
    await bench.mirror('Knowledge Base');
    await succeed(bench.run(['config', 'set', 'onBattery', 'pause']));
    // As it is after the graphics card failed before.
    await mkdir(join(bench.data, 'desktop'), { recursive: true });
    await writeFile(join(bench.data, 'desktop/desktop.json'), '{"drawsWithoutCard":true}');
    const environment = { BENCHTOP_COMPUTER: 'bench', STAND_IN_PROXY: 'PROXY proxy.lab.example:3128; DIRECT' };
    const desktop = await host.start(bench.data, { environment });
    closing.unshift(() => desktop.kill());
    const { preferences } = await desktop.next<{ preferences: Record<string, unknown> }>('window');
    stage = stageOf({ host, lab, bench, desktop, preferences, page: await readyPage(desktop) });
  }, 180_000);
  afterAll(async () => {
    for (const close of closing) await close();
  });
  return () => {
    if (stage === null) throw new Error('Not set up yet');
    return stage;
  };
}

type Parts = Pick<Stage, 'host' | 'lab' | 'bench' | 'desktop' | 'preferences' | 'page'>;

function stageOf(parts: Parts): Stage {
  const { desktop } = parts;
  const stage: Stage = {
    ...parts,
    windowNow: async () => {
      const [first] = await desktop.ask<WindowFacts[]>('windows');
      if (first === undefined) throw new Error('There is no window');
      return first;
    },
    tray: () => desktop.ask('tray'),
    pids: () => desktop.ask('utility-pids'),
    goTo: hash => stage.page.evaluate(to => void (window.location.hash = to), hash),
  };
  return stage;
}
