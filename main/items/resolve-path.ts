import { badRequest } from '../../shared/fault.ts';
import { insidePath, isWindowsPath, pathBelow } from '../../shared/local-path.ts';
import type { PathQuestion } from '../../shared/features/edit/path-question.ts';
import { ruleTexts } from '../../shared/features/mirrors/rules-text.ts';
import type { Kind } from '../core/item.ts';
import type { Journal } from '../journal/journal.ts';
import type { Mirror } from '../journal/records/mirrors.ts';
import { itemAt, type PlaceInMirror, placeInMirror } from './local/local-path.ts';
import type { AppContext } from './app-context.ts';

/** A path inside a mirror that was asked about. */
export interface AskedPath {
  readonly mirror: Mirror;
  /** Inside the mirror; empty for its root. */
  readonly path: string;
  /** The kind that was asked about; null: not told. */
  readonly kind: Kind | null;
}

/** The mirror that is meant; null means the only one. @throws FaultError `bad-request` when that is ambiguous. */
export function askedMirror({ mirrors }: Pick<Journal, 'mirrors'>, id: string | null): Mirror {
  const all = mirrors.all();
  const [only] = all;
  if (only === undefined) throw badRequest(ruleTexts.noMirror);
  const ids = all.map(mirror => mirror.id);
  if (id === null && all.length > 1) throw badRequest(ruleTexts.whichMirror(ids));
  const mirror = id === null ? only : all.find(one => one.id === id);
  if (mirror === undefined) throw badRequest(`There is no mirror '${id}'. There are: ${ids.join(', ')}.`);
  return mirror;
}

/** Where paths are looked up. */
type Lookup = Pick<AppContext, 'journal' | 'world'>;

/**
 * Finds what is known at a path in any form that is printed: absolute, also through links, or inside any mirror that
 * has something there. Null: nothing is known. @throws FaultError `bad-request` when several mirrors have it.
 */
export async function knownPath(lookup: Lookup, question: PathQuestion): Promise<AskedPath | null> {
  const { path, mirror } = question;
  const kind = kindOf(path);
  const here = await parentAndName(lookup, question);
  if (here !== null && (here.path === '' || itemAt(lookup.journal, here) !== null)) return { ...here, kind };
  const inside = insidePath(path, question.absolute);
  const found = mayBeInside(path, inside) ? withItem(lookup.journal, inside, mirror) : [];
  if (found.length > 1) throw badRequest(ruleTexts.several(path, found.map(localPathOf)));
  const [only] = found;
  return only === undefined ? null : { ...only, kind };
}

/**
 * The same, or the mirrored path that is meant where nothing is known. @throws FaultError `bad-request` when the path
 * is in no mirror, or in several.
 */
export async function askedPath(lookup: Lookup, question: PathQuestion): Promise<AskedPath> {
  const known = await knownPath(lookup, question);
  if (known !== null) return known;
  const { path, mirror } = question;
  const here = await parentAndName(lookup, question);
  if (here !== null) return { ...here, kind: kindOf(path) };
  const inside = insidePath(path, question.absolute);
  if (!mayBeInside(path, inside)) throw badRequest(ruleTexts.outside(path));
  return { mirror: askedMirror(lookup.journal, mirror), path: inside, kind: kindOf(path) };
}

/** The mirrored path that the system resolves this path to; null: in no mirror, or not in the one asked about. */
async function parentAndName(
  { journal, world }: Lookup,
  { absolute, mirror }: PathQuestion,
): Promise<PlaceInMirror | null> {
  const place = absolute === null ? null : await placeInMirror(world.disk, journal, absolute);
  if (place === null || (mirror !== null && mirror !== place.mirror.id)) return null;
  return place;
}

function kindOf(path: string): Kind | null {
  return /[/\\]$/.test(path) ? 'folder' : null;
}

/** Whether it may be a path inside a mirror. */
function mayBeInside(typed: string, inside: string): boolean {
  const isAbsolute = typed.startsWith('/') || isWindowsPath(typed);
  return !isAbsolute && inside !== '' && !inside.split('/').includes('..');
}

/** The mirrors that have something at this inner path. */
function withItem(journal: Journal, path: string, mirror: string | null): readonly PlaceInMirror[] {
  const mirrors = journal.mirrors.all().filter(({ id }) => mirror === null || mirror === id);
  return mirrors.map(one => ({ mirror: one, path })).filter(place => itemAt(journal, place) !== null);
}

function localPathOf({ mirror, path }: PlaceInMirror): string {
  return pathBelow(mirror.root.path, path);
}
