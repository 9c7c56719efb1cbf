import { useRef, useState } from 'react';

import { sectionTexts as texts } from '../../../../shared/features/preview/sections-text.ts';
import { type FormatName, FORMATS, formatOf, isTextFormat } from '../../../../shared/preview/formats/formats.ts';
import type { FileSections, Wish } from '../../../../shared/preview/formats/sections.ts';
import { endingOf } from '../../../../shared/name-ending.ts';
import { textViewTexts } from '../../../../shared/features/preview/pane-text.ts';
import { Button } from '../../../components/controls/button.tsx';
import { Notice } from '../../../components/feedback/notice.tsx';
import { TextViewer } from '../text/text-viewer.tsx';
import { sentenceOf, useParser } from '../parsing/use-parser.ts';
import { useStartFocus } from '../parsing/use-start-focus.ts';
import type { ViewerProps } from '../viewer.ts';
import layout from '../../../components/layout/layout.module.css';
import frame from '../viewer.module.css';
import { inOrder } from './in-order.ts';
import { portTo } from './port-to.ts';
import { SectionBody } from './section-body.tsx';
import { ScrollRegion } from '../../../components/layout/scroll-region.tsx';
import styles from './sections-viewer.module.css';
import type { SectionsAsks } from './serve-sections.ts';
import { SECTION_WORKERS } from './workers.ts';

/** A file of measurements or records: facts, tables, trees, charts and pictures, one below the other. */
export function SectionsViewer(props: ViewerProps) {
  const format = formatOf(endingOf(props.file.name));
  return format === null ? null : <Sections {...props} format={format} />;
}

function Sections(props: ViewerProps & { readonly format: FormatName }) {
  const { file, format, onShowAs } = props;
  const isText = isTextFormat(format);
  const [why, setWhy] = useState<string | null>(null);
  // A text that is not of the format of its name is a text still.
  const onTrouble = isText ? setWhy : props.onTrouble;
  const parsed = useParser<SectionsAsks, FileSections>(SECTION_WORKERS[FORMATS[format].group], {
    key: file.address,
    onTrouble,
    begin: async (parser, signal) => {
      let refused: unknown;
      const port = portTo(file, signal, thrown => (refused ??= thrown));
      try {
        return await parser.ask('open', { name: file.name, sizeBytes: file.sizeBytes, port }, [port]);
      } catch (thrown) {
        // That the file changed says more than that a part of it could not be read.
        throw refused ?? thrown;
      }
    },
  });
  const [shown, setShown] = useState<{ readonly of: FileSections; readonly is: FileSections } | null>(null);
  const wish = useRef<Wish>({});
  if (why !== null) return <AsText {...props} why={why} />;
  if (parsed === null) return null;
  const { parser, summary } = parsed;
  const choose = (id: string, option: string): void => {
    wish.current = { ...wish.current, [id]: option };
    parser.ask('show', { wish: wish.current }).then(
      is => setShown({ of: summary, is }),
      (thrown: unknown) => onTrouble(sentenceOf(thrown)),
    );
  };
  return (
    <Page
      name={file.name}
      file={shown?.of === summary ? shown.is : summary}
      onChoose={choose}
      onShowAsText={isText ? () => onShowAs('text') : null}
    />
  );
}

/** The text of a file that could not be read as its format, with the reason above it. */
function AsText({ why, ...props }: ViewerProps & { readonly why: string }) {
  return (
    <>
      <div className={styles['notice']}>
        <Notice tone="rest">{why}</Notice>
      </div>
      <TextViewer {...props} />
    </>
  );
}

interface PageProps {
  readonly name: string;
  readonly file: FileSections;
  readonly onChoose: (id: string, option: string) => void;
  /** Null: it is no text. */
  readonly onShowAsText: (() => void) | null;
}

function Page({ name, file, onChoose, onShowAsText }: PageProps) {
  const room = useRef<HTMLDivElement>(null);
  useStartFocus(room);
  const { sections, isCut } = file;
  return (
    <div className={layout['column']}>
      {onShowAsText === null ? null : (
        <div className={frame['bar']}>
          <Button look="quiet" onPress={onShowAsText}>
            {textViewTexts.asText}
          </Button>
        </div>
      )}
      <ScrollRegion ref={room} className={styles['page']} label={texts.region(name)} isStart>
        {sections.length === 0 ? <p>{texts.empty}</p> : null}
        {inOrder(sections).map(({ section, isFolded }, at) => (
          // Another choice gives other sections in the same places.
          // oxlint-disable-next-line react/no-array-index-key
          <section key={section.is === 'choice' ? section.id : at} className={styles['section']} data-is={section.is}>
            {isFolded ? (
              <details>
                <summary>
                  <h3>{section.title === '' ? texts.facts : section.title}</h3>
                </summary>
                <SectionBody section={section} onChoose={onChoose} />
              </details>
            ) : (
              <>
                {section.title === '' || section.is === 'choice' ? null : <h3>{section.title}</h3>}
                <SectionBody section={section} onChoose={onChoose} />
              </>
            )}
          </section>
        ))}
        {isCut ? <p className={styles['cut']}>{texts.cut}</p> : null}
      </ScrollRegion>
    </div>
  );
}
