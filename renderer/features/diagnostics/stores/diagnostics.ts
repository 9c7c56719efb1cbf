import { create } from 'zustand';

import { type Fault } from '../../../../shared/fault.ts';
import type { Finding, LogLevel, LogLine, ToolName } from '../../../../shared/features/diagnostics/model.ts';
import { announce } from '../../../state/announcements.ts';
import { engine, onConnected } from '../../../state/engine.ts';
import { topicStore } from '../../../state/reading/topic-store.ts';
import { faultIn, latestOnly, section, update } from '../../../state/reading/section.ts';

let isThorough = false;
const health = section(() => engine.call('diagnostics.health', { isThorough }));
/** The health list as it was read last. */
export const useHealth = health.use;

/** Reads the health list; while it is being read, once is enough. */
export async function readHealth(isThoroughNow: boolean): Promise<void> {
  if (useHealth.getState().isReading) return;
  isThorough = isThoroughNow;
  await health.read();
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
const readings = latestOnly();
let logged = 0;
let pausedAt = 0;

/** Reads the log while it is on show. @returns what ends that. */
export function watchLog(): () => void {
  watchers += 1;
  wanted = PAGE;
  void readLog();
  return () => void (watchers -= 1);
}

async function readLog(): Promise<void> {
  const { level, text, showsNames } = useLog.getState();
  const read = () => engine.call('diagnostics.log', { before: null, limit: wanted, level, text, showsNames });
  await update(useLog, read, page => page, { isCurrent: readings.begin() });
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

onConnected(() => {
  if (watchers > 0 && !useLog.getState().isPaused) void readLog();
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
  useFindings.setState({ fault: await faultIn(() => engine.call('diagnostics.begin', { tool, mirror })) });
}

/** Ends a tool before its end. */
export async function stopTool(run: string): Promise<void> {
  const fault = await faultIn(() => engine.call('diagnostics.stop', { run }));
  if (fault !== null) useFindings.setState({ fault });
}

engine.on('diagnostics.tool', run => {
  if (run === null || run.state === 'running' || useFindings.getState().run === run.id) return;
  useFindings.setState({ run: run.id, findings: [] });
  if (run.summary.length > 0) announce(run.summary.join(' '));
  void readFindings(run.id);
});

async function readFindings(run: string): Promise<void> {
  const read = () => engine.call('diagnostics.findings', { run, from: 0, limit: MOST_FINDINGS });
  await update(useFindings, read, ({ findings }) => ({ findings }), {
    isCurrent: () => useFindings.getState().run === run,
  });
}
