import type { Comparison } from './model.ts';

/** How a file stands before the first sync, and what will become of it. */
export const COMPARED: { readonly [how in Comparison]: { readonly label: string; readonly after: string } } = {
  alike: {
    label: 'Same name and size',
    after: 'Compared byte by byte first. What is equal is neither sent nor downloaded; else both are kept.',
  },
  'only-here': { label: 'Only here', after: 'Sent to the service.' },
  'only-there': { label: 'Only at the service', after: 'Downloaded.' },
  different: { label: 'Different', after: 'Both are kept, and you choose later. Nothing is overwritten.' },
  'left-out': { label: 'Left out by a rule', after: 'Stays here; never sent.' },
};
