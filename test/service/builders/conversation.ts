import { vi } from 'vitest';

import type { Json, Tester } from '../conformance/subject.ts';

/** A message as a client reads it, its metadata parsed. */
export interface Said extends Json {
  readonly attachments: readonly (Json & { readonly fileName: string })[];
  readonly told: {
    readonly status?: string;
    readonly progress?: string;
    readonly steps?: number;
    readonly reason?: string;
  };
}

/** Begins a task with a message; its id. */
export async function asked(tester: Tester, initialMessage: string, body: object = {}, user = 0): Promise<string> {
  const made = tester.ask('POST', '/tasks', { initialMessage, ...body }, user);
  return (await tester.expectStatus(201, made)).id;
}

/** All messages of a task, oldest first. */
export async function saidIn(tester: Tester, taskId: string, user = 0): Promise<readonly Said[]> {
  const page = await tester.expectStatus(
    200,
    tester.ask('GET', `/tasks/${taskId}/messages?limit=100`, undefined, user),
  );
  return page.items.map(message => ({ ...message, told: JSON.parse(message.metadata) }) as Said);
}

/** The agent's messages of a task, once the last of `count` has the status. */
export async function replies(
  tester: Tester,
  taskId: string,
  wanted: { readonly count?: number; readonly status?: string; readonly user?: number } = {},
): Promise<readonly Said[]> {
  const { count = 1, status = 'completed', user = 0 } = wanted;
  return vi.waitFor(
    async () => {
      const own = (await saidIn(tester, taskId, user)).filter(message => message.role === 'assistant');
      const last = own.at(-1);
      if (own.length < count || last?.told.status !== status) {
        throw new Error(
          `${own.length} replies, the last one ${last?.told.status ?? 'missing'}: ${last?.content ?? ''}`,
        );
      }
      return own;
    },
    { timeout: 20_000, interval: 20 },
  );
}
