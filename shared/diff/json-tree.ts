import { editsBetween } from './sequences.ts';

/** One place of a JSON tree in which two versions differ. A value is written as JSON; null: there is nothing at it. */
export interface TreeChange {
  /** Such as `wells[3].ct`; empty for the whole. */
  readonly path: string;
  readonly mine: string | null;
  readonly theirs: string | null;
}

/** A number as it is written: reading it could round it. */
class Written {
  readonly source: string;
  constructor(source: string) {
    this.source = source;
  }
}

/** Deeper trees are not compared: each level is a call. */
const DEEPEST = 200;
const MOST_CHANGES = 5000;
/** Longer values are cut for showing. */
const LONGEST_VALUE = 400;

/** Where two JSON texts differ, in the order of the current one; null when one is no JSON, or too deep or too different. */
export function compareJson(mine: string, theirs: string): TreeChange[] | null {
  try {
    const changes: TreeChange[] = [];
    return walk({ mine: parse(mine), theirs: parse(theirs), path: '', depth: 0 }, changes) ? changes : null;
  } catch {
    return null;
  }
}

/** Whether a text is JSON. */
export function isJson(text: string): boolean {
  try {
    parse(text);
    return true;
  } catch {
    return false;
  }
}

type Reviver = (this: unknown, key: string, value: unknown, context?: { readonly source?: string }) => unknown;

function parse(text: string): unknown {
  const reviver: Reviver = (_, value, context) =>
    typeof value === 'number' && context?.source !== undefined ? new Written(context.source) : value;
  return JSON.parse(text.replace(/^\uFEFF/, ''), reviver);
}

interface Spot {
  readonly mine: unknown;
  readonly theirs: unknown;
  readonly path: string;
  readonly depth: number;
}

/** False when there is too much of it. */
function walk({ mine, theirs, path, depth }: Spot, changes: TreeChange[]): boolean {
  if (depth > DEEPEST || changes.length > MOST_CHANGES) return false;
  if (Array.isArray(mine) && Array.isArray(theirs)) return walkLists(mine, theirs, { path, depth }, changes);
  if (isBranch(mine) && isBranch(theirs)) {
    const names = [...new Set([...Object.keys(theirs), ...Object.keys(mine)])];
    return names.every(name =>
      walk(
        { mine: ownOf(mine, name), theirs: ownOf(theirs, name), path: below(path, name), depth: depth + 1 },
        changes,
      ),
    );
  }
  const [ours, others] = [written(mine), written(theirs)];
  if (ours !== others) changes.push({ path, mine: cut(ours), theirs: cut(others) });
  return true;
}

/** Elements that are the same stay paired, also when others were put between them. */
function walkLists(
  mine: readonly unknown[],
  theirs: readonly unknown[],
  { path, depth }: Pick<Spot, 'path' | 'depth'>,
  changes: TreeChange[],
): boolean {
  const edits = editsBetween(theirs.map(wholly), mine.map(wholly));
  if (edits === null) return false;
  for (const { from, to, otherFrom, otherTo } of edits)
    for (let at = 0; at < Math.max(to - from, otherTo - otherFrom); at++) {
      const [there, here] = [from + at, otherFrom + at];
      const spot = {
        theirs: there < to ? theirs[there] : undefined,
        mine: here < otherTo ? mine[here] : undefined,
        path: `${path}[${there < to ? there : here}]`,
        depth: depth + 1,
      };
      if (!walk(spot, changes)) return false;
    }
  return true;
}

function isBranch(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Written);
}

/** `__proto__` is a name like any other. */
function ownOf(branch: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(branch, name) ? branch[name] : undefined;
}

function wholly(value: unknown): string {
  return written(value) ?? '';
}

function written(value: unknown): string | null {
  if (value === undefined) return null;
  if (value instanceof Written) return value.source;
  if (Array.isArray(value)) return `[${value.map(wholly).join(', ')}]`;
  if (!isBranch(value)) return JSON.stringify(value);
  const names = Object.keys(value).toSorted();
  return `{${names.map(name => `${JSON.stringify(name)}: ${wholly(value[name])}`).join(', ')}}`;
}

function cut(text: string | null): string | null {
  return text === null || text.length <= LONGEST_VALUE ? text : `${text.slice(0, LONGEST_VALUE)}…`;
}

function below(path: string, name: string): string {
  const step = /^[A-Za-z_][\w-]*$/.test(name) ? name : JSON.stringify(name);
  return path === '' ? step : `${path}.${step}`;
}
