import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { idAnswer, pageAnswer, pageQuery, soughtField, timeAnswer } from '../fields.ts';

/** One find. `snippet` is HTML in which only `<b>` stands for itself (wire facts, section 2). */
export const searchHit = z.strictObject({
  type: z.enum(['task', 'file']),
  id: idAnswer,
  title: z.string(),
  snippet: z.string(),
  createdAt: timeAnswer,
  rank: z.number(),
});

export type SearchHit = z.infer<typeof searchHit>;

export const searchQuery = pageQuery.extend({ q: soughtField });

/** Section 4.5. */
export const searchEndpoints = {
  searchEverything: endpoint('GET', '/search', {
    name: 'searchEverything',
    summary: "The caller's tasks, and files by name and content, best first.",
    query: searchQuery,
    answer: pageAnswer(searchHit),
  }),
  searchFileContent: endpoint('GET', '/search/file-content', {
    name: 'searchFileContent',
    summary: 'Files by the words of their latest version, once its extraction is done; best first.',
    query: searchQuery,
    answer: pageAnswer(searchHit),
  }),
  searchFiles: endpoint('GET', '/search/files', {
    name: 'searchFiles',
    summary: 'Files by name.',
    query: searchQuery,
    answer: pageAnswer(searchHit),
  }),
  searchTasks: endpoint('GET', '/search/tasks', {
    name: 'searchTasks',
    summary: "The caller's tasks by their title and what was said in them, best first.",
    query: searchQuery,
    answer: pageAnswer(searchHit),
  }),
};
