import type { SearchFind } from '../../../../shared/features/search/model.ts';
import { type Command, commandText } from './commands.ts';

/** A line that can be taken. */
export type FoundLine =
  | { readonly key: string; readonly group: 'here' | 'there'; readonly find: SearchFind }
  | { readonly key: string; readonly group: 'commands'; readonly command: Command };

/** One key per find. */
export function keyOf({ kind, item, serviceId }: SearchFind): string {
  return item === null ? `${kind} ${serviceId ?? ''}` : item;
}

/** All that was found, in the order in which it stands. */
export function linesOf(
  here: readonly SearchFind[],
  there: readonly SearchFind[],
  commands: readonly Command[],
): readonly FoundLine[] {
  const finds = (group: 'here' | 'there', all: readonly SearchFind[]) =>
    all.map(find => ({ key: keyOf(find), group, find }));
  return [
    ...finds('here', here),
    ...finds('there', there),
    ...commands.map(command => ({ key: `> ${command.name}`, group: 'commands' as const, command })),
  ];
}

/**
 * The line that Enter takes: the one that a person moved to, else the first. A command only when it was asked for, or
 * nothing else can come.
 */
export function activeOf(
  lines: readonly FoundLine[],
  { text, isKnown, moved }: { readonly text: string; readonly isKnown: boolean; readonly moved: string | null },
): string | null {
  if (moved !== null && lines.some(({ key }) => key === moved)) return moved;
  const [first] = lines;
  if (first === undefined) return null;
  return first.group !== 'commands' || commandText(text) !== null || isKnown ? first.key : null;
}

/** So many lines on; from the last to the first and back by single steps only. */
export function lineAfter(lines: readonly FoundLine[], active: string | null, step: number): string | null {
  const at = lines.findIndex(({ key }) => key === active);
  const last = lines.length - 1;
  const to = at + step;
  if (at === -1) return lines[step > 0 ? 0 : last]?.key ?? null;
  const isSingle = Math.abs(step) === 1;
  return lines[to < 0 ? (isSingle ? last : 0) : to > last ? (isSingle ? 0 : last) : to]?.key ?? null;
}
