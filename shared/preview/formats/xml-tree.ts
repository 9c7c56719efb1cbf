import { archiveTexts } from '../../features/preview/files-text.ts';
import { scanXml } from '../office/xml-scan.ts';
import { UnreadableError } from '../unreadable.ts';

/** An element of an XML text. Names are without what is before a colon. */
export interface XmlElement {
  readonly name: string;
  readonly children: readonly XmlElement[];
  /** What stands directly in it. */
  readonly text: string;
  attribute(name: string): string | null;
}

interface Growing extends XmlElement {
  readonly children: XmlElement[];
  text: string;
}

/** More elements are too many for memory. */
const MOST_ELEMENTS = 1_000_000;

/** The root of an XML text. @throws UnreadableError when it is damaged or has too many elements. */
export function xmlTree(text: string): XmlElement {
  const top: Growing = { name: '', children: [], text: '', attribute: () => null };
  const path: Growing[] = [top];
  let count = 0;
  scanXml(text, {
    open: (name, attribute) => {
      if (++count > MOST_ELEMENTS) throw new UnreadableError(archiveTexts.bomb);
      const element: Growing = { name, children: [], text: '', attribute };
      path.at(-1)?.children.push(element);
      path.push(element);
    },
    close: () => void path.pop(),
    text: said => {
      const now = path.at(-1);
      if (now !== undefined) now.text += said;
    },
  });
  return top.children[0] ?? top;
}

/** The elements of a name directly in another. */
export function childrenOf(element: XmlElement | undefined, name: string): readonly XmlElement[] {
  return element?.children.filter(child => child.name === name) ?? [];
}

/** The first element on a path of names, from the children of another on. */
export function elementAt(element: XmlElement | undefined, ...path: readonly string[]): XmlElement | undefined {
  return path.reduce<XmlElement | undefined>((at, name) => childrenOf(at, name)[0], element);
}

/** The text on a path of names; empty when it is not there. */
export function textAt(element: XmlElement | undefined, ...path: readonly string[]): string {
  return elementAt(element, ...path)?.text.trim() ?? '';
}

/** All text in an element and in those in it. */
export function wholeText(element: XmlElement | undefined): string {
  return element === undefined ? '' : `${element.text}${element.children.map(wholeText).join('')}`.trim();
}

/** All elements of a name in another, however deep. */
export function* everyOf(element: XmlElement, name: string): Generator<XmlElement> {
  for (const child of element.children) {
    if (child.name === name) yield child;
    yield* everyOf(child, name);
  }
}
