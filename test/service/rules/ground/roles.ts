import type { ShareRole } from './records.ts';

const RANK: { readonly [R in ShareRole]: number } = { viewer: 1, editor: 2, admin: 3 };

/** Whether a role allows all that another one does. */
export function includes(role: ShareRole | null, needed: ShareRole): boolean {
  return role !== null && RANK[role] >= RANK[needed];
}

/** The one of two roles that allows more. */
export function best(one: ShareRole | null, other: ShareRole | null): ShareRole | null {
  if (one === null || other === null) return one ?? other;
  return includes(one, other) ? one : other;
}
