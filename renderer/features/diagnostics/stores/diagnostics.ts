import { create } from 'zustand';

import { type Fault, toFault } from '../../../../shared/fault.ts';
import type { Finding, Health, LogLevel, LogLine, ToolName } from '../../../../shared/features/diagnostics/model.ts';
import { announce } from '../../../state/announcements.ts';
import { engine, useConnection } from '../../../state/engine.ts';
import { topicStore } from '../../../state/topic-store.ts';

/** The health list as it was read last. */
export const useHealth = create<{
  readonly health: Health | null;
  readonly fault: Fault | null;
  readonly isBusy: boolean;
}>(() => ({ health: null, fault: null, isBusy: false }));

/** Reads the health list; while it is being read, once is enough. */
export async function readHealth(isThorough: boolean): Promise<void> {
  if (useHealth.getState().isBusy) return;
  useHealth.setState({ isBusy: true });
  try {
    const health = await engine.call('diagnostics.health', { isThorough });
    useHealth.setState({ health, fault: null });
  } catch (thrown) {
    useHealth.setState({ fault: toFault(thrown) });
  } finally {
    useHealth.setState({ isBusy: false });
  }
}

/** Which lines of the log are wanted, and those that came. */
export interface LogShown {
  readonly level: LogLevel;
  readonly text: string;
  readonly showsNames: boolean;
  /** Null: not read yet. */
  readonly lines: readonly LogLine[] | null;
  readonly hasMore: boolean;
  readonly fault: Fault | null;
  /** While it is paused, nothing that comes changes what is on show. */
  readonly isPaused: boolean;
  /** How many lines were written since it was paused. */
  readonly missed: number;
}

/** Lines that are read at once, and the most that a page bears. */
const PAGE = 200;
export const MOST_LINES = 1000;

export const useLog = create<LogShown>(() => ({
  level: 'debug',
  text: '',
  showsNames: false,
  lines: null,
  hasMore: false,
  fault: null,
  isPaused: false,
  missed: 0,
}));

let watchers = 0;
let wanted = PAGE;
let asked = 0;
let logged = 0;
let pausedAt = 0;

/** Reads the log while it is on show. @returns what ends that. */
export function watchLog(): () => void {
  watchers += 1;
  wanted = PAGE;
  void readLog();
  return () => void (watchers -= 1);
}

/** Only the answer to the last question counts. */
async function readLog(): Promise<void> {
  const { level, text, showsNames } = useLog.getState();
  const question = (asked += 1);
  try {
    const page = await engine.call('diagnostics.log', { before: null, limit: wanted, level, text, showsNames });
    if (question === asked) useLog.setState({ ...page, fault: null });
  } catch (thrown) {
    if (question === asked) useLog.setState({ fault: toFault(thrown) });
  }
}

/** Asks for other lines. */
export function narrowLog(change: Partial<Pick<LogShown, 'level' | 'text' | 'showsNames'>>): void {
  wanted = PAGE;
  useLog.setState(change);
  void readLog();
}

/** Asks for older lines, too. */
export function readOlder(): void {
  wanted = Math.min(MOST_LINES, wanted + PAGE);
  void readLog();
}

/** Keeps what is on show, or goes on with what was written since. */
export function pauseLog(isPaused: boolean): void {
  pausedAt = logged;
  useLog.setState({ isPaused, missed: 0 });
  if (!isPaused) void readLog();
}

engine.on('diagnostics.logged', count => {
  logged = count;
  if (watchers === 0) return;
  if (useLog.getState().isPaused) useLog.setState({ missed: Math.max(0, count - pausedAt) });
  else void readLog();
});

useConnection.subscribe(({ connection }, before) => {
  const isBack = connection.name === 'open' && before.connection.name !== 'open';
  if (isBack && watchers > 0 && !useLog.getState().isPaused) void readLog();
});

/** The tool that runs, or ran last. */
export const useTool = topicStore('diagnostics.tool');

/** What the last tool found, as far as a page shows it. */
export const useFindings = create<{
  readonly run: string | null;
  readonly findings: readonly Finding[];
  readonly fault: Fault | null;
}>(() => ({ run: null, findings: [], fault: null }));

const MOST_FINDINGS = 500;

/** Begins a tool. */
export async function beginTool(tool: ToolName, mirror: string): Promise<void> {
  try {
    await engine.call('diagnostics.begin', { tool, mirror });
    useFindings.setState({ fault: null });
  } catch (thrown) {
    useFindings.setState({ fault: toFault(thrown) });
  }
}

/** Ends a tool before its end. */
export async function stopTool(run: string): Promise<void> {
  await engine.call('diagnostics.stop', { run }).catch((thrown: unknown) => {
    useFindings.setState({ fault: toFault(thrown) });
  });
}

engine.on('diagnostics.tool', run => {
  if (run === null || run.state === 'running' || useFindings.getState().run === run.id) return;
  useFindings.setState({ run: run.id, findings: [] });
  if (run.summary.length > 0) announce(run.summary.join(' '));
  void readFindings(run.id);
});

async function readFindings(run: string): Promise<void> {
  try {
    const { findings } = await engine.call('diagnostics.findings', { run, from: 0, limit: MOST_FINDINGS });
    if (useFindings.getState().run === run) useFindings.setState({ findings, fault: null });
  } catch (thrown) {
    if (useFindings.getState().run === run) useFindings.setState({ fault: toFault(thrown) });
  }
}
