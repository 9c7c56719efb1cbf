import {
  AudioWaveform,
  Braces,
  File,
  FileArchive,
  FileText,
  Folder,
  Image,
  type LucideIcon,
  Table2,
} from 'lucide-react';

import styles from './item-icon.module.css';

/** What lies on a bench, by the end of its name. */
const BY_EXTENSION: { readonly [extension: string]: LucideIcon } = {
  ...named(FileText, 'md txt log rtf doc docx odt pdf tex'),
  ...named(Table2, 'csv tsv xlsx xls ods parquet'),
  ...named(Image, 'png jpg jpeg gif tif tiff svg webp bmp czi nd2 lif'),
  ...named(Braces, 'json yaml yml xml toml html py r ipynb m sh js ts'),
  ...named(AudioWaveform, 'ab1 fcs raw mzml d wiff abf spc cdf jdx dx scn'),
  ...named(FileArchive, 'zip gz tar bz2 xz 7z'),
};

/** A folder, or a file by its kind. Only a picture. */
export function ItemIcon({ kind, name }: { readonly kind: 'file' | 'folder'; readonly name: string }) {
  if (kind === 'folder') return <Folder className={styles['folder']} size={17} strokeWidth={1.75} aria-hidden="true" />;
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  const Icon = (Object.hasOwn(BY_EXTENSION, extension) ? BY_EXTENSION[extension] : undefined) ?? File;
  return <Icon className={styles['file']} size={17} strokeWidth={1.5} aria-hidden="true" />;
}

function named(icon: LucideIcon, extensions: string): { readonly [extension: string]: LucideIcon } {
  return Object.fromEntries(extensions.split(' ').map(extension => [extension, icon]));
}
