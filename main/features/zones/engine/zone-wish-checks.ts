import type { ZoneWish } from '../../../../shared/features/zones/model.ts';
import { zoneTexts } from '../../../../shared/features/zones/text.ts';
import { patternOf } from '../send/labels.ts';
import { unknownWords } from '../send/layout.ts';
import type { ZoneContext } from '../observe/zone-context.ts';
import { overlapWith } from '../observe/zone-state.ts';

/**
 * Everything wrong with a zone definition, each as a sentence with its remedy.
 * @param except id of the zone that is being changed.
 */
export async function wishTroubles(
  context: ZoneContext,
  wish: ZoneWish,
  except: number | null,
): Promise<readonly string[]> {
  const troubles: string[] = [];
  const others = context.records.zones.all().filter(({ id }) => id !== except);
  if (others.some(other => other.wish.name === wish.name)) troubles.push(zoneTexts.nameTaken(wish.name));
  const words = [...unknownWords(wish.layout), ...unknownWords(wish.description)];
  if (words.length > 0) troubles.push(zoneTexts.unknownWords(words));
  if (wish.operator.kind === 'path' && patternOf(wish.operator.pattern) === null)
    troubles.push(zoneTexts.badPattern(wish.operator.pattern));
  if (!/^([/\\]|[A-Za-z]:[/\\])/.test(wish.folder)) return [...troubles, zoneTexts.notAbsolute(wish.folder)];
  const facts = await context.world.sources.open(wish.folder).survey();
  if (facts.is === 'missing') troubles.push(zoneTexts.missing(wish.folder));
  if (facts.is === 'unreadable') troubles.push(zoneTexts.unreadable(wish.folder));
  const mirror = overlapWith(facts, context.mirrors());
  if (mirror !== null) troubles.push(zoneTexts.overlaps(wish.folder, mirror));
  for (const other of others) {
    const there = await context.world.sources.open(other.wish.folder).survey();
    if (overlapWith(facts, [there.realPath]) !== null)
      troubles.push(zoneTexts.folderTaken(wish.folder, other.wish.name));
  }
  return troubles;
}
