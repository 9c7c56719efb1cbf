import { z } from 'zod';

import { convert } from './convert.ts';
import { READY } from './process-ready.ts';

const order = z.object({ name: z.string(), bytes: z.instanceof(Uint8Array) });

/** The process of a `TextExtractor`: converts one file after the other and answers each with how it ended. */
process.on('message', (message: unknown) => {
  const { name, bytes } = order.parse(message);
  void convert(name, bytes).then(extracted => process.send?.(extracted));
});

process.send?.(READY);
