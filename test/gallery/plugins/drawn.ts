import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { Plugin } from 'vite';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** Has every component of the window write its name down when it is drawn, in `galleryDrawn` of the page. */
export interface DrawnNotes {
  readonly plugin: Plugin;
  /** All components there are, as `renderer/features/browse/toolbar.tsx Toolbar`; filled by the build. */
  readonly all: ReadonlySet<string>;
}

/** Components are functions at the top of a file whose names begin with a capital. */
export function drawnNotes(): DrawnNotes {
  const all = new Set<string>();
  return {
    all,
    plugin: {
      name: 'benchtop-gallery-drawn',
      enforce: 'pre',
      transform(code, id) {
        const path = relative(ROOT, id.split('?')[0] ?? id).replaceAll('\\', '/');
        if (!/^renderer\/(?:features|components)\/.*\.tsx$/.test(path)) return null;
        let noted = code;
        for (const { name, bodyAt } of componentsOf(this.parse(code, { lang: 'tsx' })).toReversed()) {
          const full = `${path} ${name}`;
          all.add(full);
          noted = `${noted.slice(0, bodyAt)} globalThis.galleryDrawn?.add(${JSON.stringify(full)}); ${noted.slice(bodyAt)}`;
        }
        return { code: noted, map: null };
      },
    },
  };
}

interface Syntax {
  readonly type: string;
  readonly start: number;
}

interface FunctionSyntax extends Syntax {
  readonly id: { readonly name: string } | null;
  readonly body: Syntax | null;
}

function componentsOf(program: { readonly body: readonly unknown[] }): { name: string; bodyAt: number }[] {
  return (program.body as (Syntax & { readonly declaration?: Syntax | null })[]).flatMap(statement => {
    const inner = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (inner?.type !== 'FunctionDeclaration') return [];
    const { id, body } = inner as FunctionSyntax;
    return id !== null && body !== null && /^[A-Z]/.test(id.name) ? [{ name: id.name, bodyAt: body.start + 1 }] : [];
  });
}
