import type { OperatorRule, ZoneWish } from '../../../../shared/features/zones/model.ts';
import { filled, type LayoutFacts } from './layout.ts';

/** Tags and description of a file; empty where the zone defines none. */
export interface Labels {
  readonly tags: readonly string[];
  readonly description: string | null;
}

/** The operator by the zone's rule; null: not known. @param path of the dataset inside the zone's folder. */
export function operatorOf(rule: OperatorRule, path: string): string | null {
  if (rule.kind === 'none') return null;
  if (rule.kind === 'fixed') return rule.name;
  const found = patternOf(rule.pattern)?.exec(path);
  const name = (found?.groups?.['operator'] ?? found?.[1] ?? '').trim();
  return name === '' ? null : name;
}

/** Compiles a pattern typed by a person; null when it is invalid. */
export function patternOf(pattern: string): RegExp | null {
  try {
    return new RegExp(pattern, 'u');
  } catch {
    return null;
  }
}

/** Tags and description for the files of a run. */
export function labelsOf({ tags, instrument, description }: ZoneWish, facts: LayoutFacts): Labels {
  const named = facts.label === null ? [] : [facts.label];
  const all = [...tags, ...(tags.length > 0 && instrument !== '' ? [instrument] : []), ...named];
  const text = filled(description, facts).trim();
  return { tags: [...new Set(all)], description: text === '' ? null : text };
}
