import type { Finding, Figures, Measured, Target } from './findings.ts';
import type { KeptResult } from './kept-results.ts';
import { machineLine } from './machine.ts';

/** What a run of a row gave, in lines for people; `before` is the last kept result of it. */
export function reportLines(result: KeptResult, before: KeptResult | null): readonly string[] {
  const peers = Object.entries(result.peers).map(([name, version]) => `${name} ${version}`);
  return [
    `${result.row}: ${result.what}${result.isQuick ? ' (quick: these figures mean nothing)' : ''}`,
    `  on ${machineLine(result.machine)}; ${[...peers, `revision ${result.revision}`].join(', ')}; ${result.rounds} rounds`,
    ...result.findings.flatMap(each => findingLines(each, sameBefore(each, before))),
    ...(before === null ? [] : [`  before: ${before.at.slice(0, 16)}Z, revision ${before.revision}`]),
  ];
}

/** Such as `at most 1.2 x`. */
export function targetText(target: Target | null, isRatio: boolean, unit: string): string {
  if (target === null) return 'no target';
  const [word, limit] = 'atMost' in target ? ['at most', target.atMost] : ['at least', target.atLeast];
  return `${word} ${short(limit)} ${isRatio ? 'x' : unit}`;
}

function findingLines(found: Finding, before: Measured | null): readonly string[] {
  if (found.verdict === 'not measured') return [`  ${found.what}: not measured: ${found.why}`];
  const { what, unit, ours, peer, ratio, target, verdict, notes } = found;
  const against = peer === null ? '' : `, ${peer.name} ${spread(peer, unit)}`;
  const compared = ratio === null ? '' : `, ratio ${short(ratio)}`;
  const change = before === null ? '' : `; before ${beforeText(before)}`;
  const goal = target === null ? '' : `; target ${targetText(target, ratio !== null, unit)}`;
  return [
    `  ${what}: ours ${spread(ours, unit)}${against}${compared}${goal}: ${verdict}${change}`,
    ...notes.map(note => `    ${note}`),
  ];
}

function beforeText({ ours, ratio, unit }: Measured): string {
  return `${short(ours.median)} ${unit}${ratio === null ? '' : `, ratio ${short(ratio)}`}`;
}

function sameBefore(found: Finding, before: KeptResult | null): Measured | null {
  const same = before?.findings.find(({ what }) => what === found.what);
  return same === undefined || same.verdict === 'not measured' ? null : same;
}

function spread({ median, samples }: Figures, unit: string): string {
  if (samples.length === 1) return `${short(median)} ${unit}`;
  return `${short(median)} ${unit} (${short(Math.min(...samples))} to ${short(Math.max(...samples))})`;
}

/** Three digits, never as a power of ten. */
export function short(value: number): string {
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en-US');
  return String(Number(value.toPrecision(3)));
}
