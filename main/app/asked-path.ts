import { FaultError } from '../../shared/fault.ts';
import type { PathQuestion } from '../../shared/model/path-question.ts';
import { ruleTexts } from '../../shared/text/rules.ts';
import type { Kind } from '../core/item.ts';
import type { Journal } from '../journal/journal.ts';
import type { Mirror } from '../journal/mirrors.ts';

/** A path inside a mirror that somebody asked about. */
export interface AskedPath {
  readonly mirror: Mirror;
  /** Inside the mirror; empty for its own folder. */
  readonly path: string;
  /** What was asked about: `null` when the question does not tell. */
  readonly kind: Kind | null;
}

/** The mirror that is meant; null means the only one. @throws FaultError `bad-request` when that is not clear. */
export function askedMirror({ mirrors }: Pick<Journal, 'mirrors'>, id: string | null): Mirror {
  const all = mirrors.all();
  const [only] = all;
  if (only === undefined) throw refused(ruleTexts.noMirror);
  const ids = all.map(mirror => mirror.id);
  if (id === null && all.length > 1) throw refused(ruleTexts.whichMirror(ids));
  const mirror = id === null ? only : all.find(one => one.id === id);
  if (mirror === undefined) throw refused(`There is no mirror '${id}'. There are: ${ids.join(', ')}.`);
  return mirror;
}

/** Finds the mirror and the place in it. @throws FaultError `bad-request` when the path is in no mirror. */
export function askedPath(journal: Pick<Journal, 'mirrors'>, { path, absolute, mirror }: PathQuestion): AskedPath {
  const kind = /[/\\]$/.test(path) ? 'folder' : null;
  for (const one of journal.mirrors.all()) {
    const inside = absolute === null ? null : insideOf(absolute, one.root.path);
    if (inside !== null && (mirror === null || mirror === one.id)) return { mirror: one, path: inside, kind };
  }
  const isAbsolute = path.startsWith('/') || /^[a-z]:[/\\]/i.test(path);
  const inside = plain(path);
  if (isAbsolute || inside.split('/').includes('..')) throw refused(ruleTexts.outside(path));
  return { mirror: askedMirror(journal, mirror), path: inside, kind };
}

/** The path from one folder to something in it; null when it is elsewhere. */
function insideOf(path: string, folder: string): string | null {
  const [whole, root] = [path.replaceAll('\\', '/'), folder.replaceAll('\\', '/').replace(/\/$/, '')];
  if (whole.replace(/\/$/, '') === root) return '';
  return whole.startsWith(`${root}/`) ? plain(whole.slice(root.length + 1)) : null;
}

function plain(path: string): string {
  return path
    .split('/')
    .filter(name => name !== '' && name !== '.')
    .join('/');
}

function refused(detail: string): FaultError {
  return new FaultError({ kind: 'bad-request', detail });
}
