import type { AccessBrief } from './model.ts';
import type { BadgeText } from '../browse/badges-text.ts';
import { formatCount, formatNumber } from '../../text/format.ts';

export const accessTexts = { unknown: 'Who can open it is not known: the service does not tell.' } as const;

/** Who can open something, in a column; the whole of it in the dialog that shares. */
export function accessText({ isEverybody, hasMe, others, teams, unknown, names }: AccessBrief): BadgeText {
  if (isEverybody) return { label: 'Organization', meaning: 'Everybody in your organization can open it.' };
  const named = others + teams + unknown;
  if (named === 0 && !hasMe) return { label: 'Nobody named', meaning: accessTexts.unknown };
  if (named === 0) return { label: 'Only you', meaning: 'Only you can open it.' };
  const people = hasMe
    ? others === 0
      ? 'You'
      : `You + ${formatNumber(others)}`
    : formatCount(others, 'person', 'people');
  const label = [
    ...(others === 0 && !hasMe ? [] : [people]),
    ...(teams === 0 ? [] : [formatCount(teams, 'team')]),
    ...(unknown === 0 ? [] : [formatCount(unknown, 'other')]),
  ];
  const more = named - names.length;
  const all = [...(hasMe ? ['You'] : []), ...names, ...(more > 0 ? [`${formatNumber(more)} more`] : [])];
  return {
    label: label.join(', '),
    meaning: `${all.slice(0, -1).join(', ')}${all.length > 1 ? ' and ' : ''}${all.at(-1) ?? ''} can open it.`,
  };
}
