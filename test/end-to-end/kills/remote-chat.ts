import { z } from 'zod';

/** One task as the service has it. */
export interface ChatThere {
  readonly id: string;
  readonly messages: readonly { readonly text: string; readonly files: readonly string[] }[];
  /** Every file that was uploaded to it: name and text. */
  readonly files: readonly { readonly name: string; readonly text: string }[];
}

const page = z.object({ items: z.array(z.object({ id: z.string() })), hasNextPage: z.boolean() });
const attachment = z.object({ id: z.string(), fileName: z.string(), source: z.string() });
const messages = z.object({
  items: z.array(z.object({ role: z.string(), content: z.string(), attachments: z.array(attachment) })),
  nextCursor: z.string().nullable(),
});

/** All that was said at the service by people, and the files that came with it, asked past Benchtop. */
export async function readChat(baseUrl: string, apiKey: string): Promise<readonly ChatThere[]> {
  const get = async (path: string): Promise<unknown> => {
    const answer = await fetch(`${baseUrl}${path}`, { headers: { 'X-API-Key': apiKey } });
    if (!answer.ok) throw new Error(`GET ${path} answered ${answer.status}`);
    return answer.json();
  };
  const tasks: string[] = [];
  for (let number = 1, more = true; more; number += 1) {
    const { items, hasNextPage } = page.parse(await get(`/tasks?status=all&pageSize=100&page=${number}`));
    tasks.push(...items.map(({ id }) => id));
    more = hasNextPage;
  }
  return Promise.all(tasks.map(id => readTask(id, get)));
}

async function readTask(id: string, get: (path: string) => Promise<unknown>): Promise<ChatThere> {
  const said: { text: string; files: readonly string[] }[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const part: z.infer<typeof messages> = messages.parse(
      await get(`/tasks/${id}/messages?limit=100${cursor === '' ? '' : `&cursor=${cursor}`}`),
    );
    const own = part.items.filter(({ role }) => role === 'user');
    said.unshift(...own.map(({ content, attachments }) => ({ text: content, files: namesOf(attachments) })));
    cursor = part.nextCursor;
  }
  const files: { name: string; text: string }[] = [];
  for (const one of z.array(attachment).parse(await get(`/tasks/${id}/attachments`))) {
    if (one.source !== 'upload') continue;
    const { url } = z.object({ url: z.string() }).parse(await get(`/tasks/${id}/attachments/${one.id}/content`));
    files.push({ name: one.fileName, text: await (await fetch(url)).text() });
  }
  return { id, messages: said, files };
}

function namesOf(all: readonly z.infer<typeof attachment>[]): readonly string[] {
  return all.map(({ fileName }) => fileName).toSorted();
}
