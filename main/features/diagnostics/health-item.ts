import type { HealthFix, HealthItem, HealthState } from '../../../shared/features/diagnostics/model.ts';

/** What was found about one thing. */
export interface Finding {
  readonly state: HealthState;
  readonly text: string;
  readonly remedy?: string;
  readonly fix?: HealthFix;
}

/** An item of the list. */
export function itemOf(id: string, title: string, { state, text, remedy, fix }: Finding, mirror?: string): HealthItem {
  return { id, mirror: mirror ?? null, state, title, text, remedy: remedy ?? null, fix: fix ?? null };
}
