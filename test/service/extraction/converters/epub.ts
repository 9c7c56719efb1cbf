import { textOfHtml } from './hypertext.ts';
import { elementsNamed, xmlTree } from './xml-tree.ts';
import { partText, unzipped } from './zip-parts.ts';

/** The title of a book and its chapters in reading order (EPUB 3, package document). */
export function epubText(bytes: Uint8Array): string {
  const parts = unzipped(bytes, path => !/\.(png|jpe?g|gif|svg|webp|mp[34]|ttf|otf|woff2?)$/i.test(path));
  const container = xmlTree(partText(parts, 'META-INF/container.xml'));
  const packagePath = [...elementsNamed(container, 'rootfile')][0]?.attributes['full-path'] ?? '';
  const book = xmlTree(partText(parts, packagePath));
  const folder = packagePath.slice(0, packagePath.lastIndexOf('/') + 1);
  const hrefs = new Map(
    [...elementsNamed(book, 'item')].map(({ attributes }) => [attributes['id'], attributes['href']]),
  );
  const chapters = [...elementsNamed(book, 'itemref')]
    .filter(({ attributes }) => attributes['linear'] !== 'no')
    .map(({ attributes }) => hrefs.get(attributes['idref'] ?? ''))
    .filter(href => href !== undefined)
    .map(href => textOfHtml(bodyOf(partText(parts, folder + decodeURIComponent(href)))));
  const title =
    [...elementsNamed(book, 'title')][0]?.children.filter(child => typeof child === 'string').join('') ?? '';
  const text = chapters.join('\n\n');
  return text.startsWith(title.trim()) ? text : `${title}\n\n${text}`;
}

/** Every chapter repeats the book's title in its head. */
function bodyOf(page: string): string {
  return page.replace(/<head[\s>][\s\S]*?<\/head>/i, '');
}
