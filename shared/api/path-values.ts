import { z } from 'zod';

const uuid = z.uuid().transform(id => id.toLowerCase());
const int32 = z.string().regex(/^\d{1,10}$/);
const text = z.string().min(1).max(500);

/** Values in a path are UUIDs, except those the specification types otherwise (section 4). */
const OTHERS: { readonly [name: string]: z.ZodType<string> } = {
  appUserId: int32,
  memberUserId: int32,
  token: text,
  connectionId: text,
  providerId: text,
  authId: text,
};

/** What a value of this name in a path must be. */
export function pathValue(name: string): z.ZodType<string> {
  return OTHERS[name] ?? uuid;
}
