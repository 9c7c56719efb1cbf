import { z } from 'zod';

/** One number for monitoring, with what it is of. Names and labels are a stable interface: added, never changed. */
export const figure = z.object({
  /** As Prometheus writes it: `benchtop_mirror_waiting`. Seconds and bytes, never other units; moments in Unix seconds. */
  name: z.string(),
  help: z.string(),
  samples: z.array(z.object({ labels: z.record(z.string(), z.string()), value: z.number() })),
});
export type Figure = z.infer<typeof figure>;

/** Where figures go by themselves. `statusFile`: `status.json` in the data directory, once a minute. */
export const monitoringSettings = z.object({ statusFile: z.boolean() });
