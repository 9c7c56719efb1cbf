import type { HealthFix, HealthItem, HealthState } from '../../../shared/features/diagnostics/model.ts';

/** The result of one check. */
export interface Finding {
  readonly state: HealthState;
  readonly text: string;
  readonly remedy?: string;
  readonly fix?: HealthFix;
}

/** An item of the health list. */
export function itemOf(id: string, title: string, { state, text, remedy, fix }: Finding, mirror?: string): HealthItem {
  return { id, mirror: mirror ?? null, state, title, text, remedy: remedy ?? null, fix: fix ?? null };
}
