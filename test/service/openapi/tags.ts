/** A section of the specification, as the document groups operations. */
export interface Tag {
  readonly name: string;
  readonly description: string;
  /** The paths that belong to it. */
  readonly paths: RegExp;
}

/** In the order of section 4; the first that fits counts, the last fits everything. */
export const TAGS: readonly Tag[] = [
  { name: 'Tasks', description: '4.1 Tasks and messages', paths: /^\/tasks/ },
  { name: 'Files', description: '4.2 Files and versions', paths: /^\/(files|attachments|organizations\/[^/]+\/files)/ },
  { name: 'Folders', description: '4.3 Folders', paths: /^\/folders/ },
  { name: 'Library', description: '4.4 Library', paths: /^\/organizations\/[^/]+\/library/ },
  { name: 'Search', description: '4.5 Search', paths: /^\/search/ },
  { name: 'Projects', description: '4.6 Projects', paths: /^\/projects/ },
  {
    name: 'Invitations',
    description: '4.8 Invitations',
    paths: /^\/(invitations|organizations\/[^/]+\/invitations)/,
  },
  {
    name: 'Beyond',
    description: 'Seen in use, but in no table of the specification',
    paths: /^\/(version|auth|oauth|api-keys|feedback|kb-review-items|organizations\/[^/]+\/audit-log)/,
  },
  { name: 'Organizations', description: '4.7 Organizations', paths: /^\/organizations/ },
  { name: 'Connections', description: '4.9 Connections', paths: /^\/(connections|mcp)/ },
  { name: 'SignIn', description: '4.11 Passwordless sign-in', paths: /^\/account\/MagicLink/ },
  { name: 'Account', description: '4.10 Account', paths: /^\/account/ },
];

/** The tag of a path. @throws Error for a path no section knows: then it needs a line above. */
export function tagOf(path: string): string {
  const tag = TAGS.find(each => each.paths.test(path));
  if (tag === undefined) throw new Error(`${path} belongs to no section: add it to TAGS.`);
  return tag.name;
}
