import { z } from 'zod';

/** What a call takes and gives. Declared once; both ends of every pipe are typed and checked from it. */
export interface Call<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  readonly input: I;
  readonly output: O;
}

/** Declares a call. */
export function call<I extends z.ZodType, O extends z.ZodType>(input: I, output: O): Call<I, O> {
  return { input, output };
}

/** An input or output that carries nothing. JSON has no `undefined`, so it travels as null. */
export const nothing = z.null();
