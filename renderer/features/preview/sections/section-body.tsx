import { useEffect, useRef } from 'react';

import { sectionTexts as texts } from '../../../../shared/features/preview/sections-text.ts';
import type { ImageSection, PictureSection, Section, TreeNode } from '../../../../shared/preview/formats/sections.ts';
import { Chart } from '../../../components/chart/chart.tsx';
import { Select } from '../../../components/fields/select.tsx';
import { SectionTable } from './section-table.tsx';
import styles from './sections-viewer.module.css';

interface BodyProps {
  readonly section: Section;
  readonly onChoose: (id: string, option: string) => void;
}

/** What a section says. */
export function SectionBody({ section, onChoose }: BodyProps) {
  switch (section.is) {
    case 'facts':
      return (
        <dl className={styles['facts']}>
          {section.facts.map(([name, value], at) => (
            // A file may say the same name twice.
            // oxlint-disable-next-line react/no-array-index-key
            <div key={at}>
              <dt dir="auto">{name}</dt>
              <dd dir="auto">{value}</dd>
            </div>
          ))}
        </dl>
      );
    case 'lines':
      return (
        <pre className={styles['lines']} data-look={section.look} dir="auto">
          {section.lines.join('\n')}
        </pre>
      );
    case 'table':
      return <SectionTable section={section} />;
    case 'tree':
      return <Tree nodes={section.nodes} />;
    case 'chart':
      return (
        <div className={styles['chart']}>
          <Chart chart={section.chart} title={section.title} />
        </div>
      );
    case 'picture':
      return <Picture section={section} />;
    case 'image':
      return <Image section={section} />;
    case 'choice':
      return (
        <div className={styles['choice']}>
          <Select
            label={section.title}
            value={section.chosen}
            options={section.options.map(({ id, label }) => ({ value: id, label }))}
            onChange={option => onChoose(section.id, option)}
          />
        </div>
      );
  }
}

function Tree({ nodes }: { readonly nodes: readonly TreeNode[] }) {
  return (
    <ul className={styles['tree']}>
      {nodes.map(({ name, text, children }, at) => (
        // oxlint-disable-next-line react/no-array-index-key
        <li key={at}>
          {children.length === 0 ? (
            <NodeWords name={name} text={text} />
          ) : (
            <details open>
              <summary>
                <NodeWords name={name} text={text} />
              </summary>
              <Tree nodes={children} />
            </details>
          )}
        </li>
      ))}
    </ul>
  );
}

function NodeWords({ name, text }: Pick<TreeNode, 'name' | 'text'>) {
  return (
    <>
      <span dir="auto">{name}</span> {text === '' ? null : <span className={styles['soft']}>{text}</span>}
    </>
  );
}

/** Drawn by the browser from its bytes: no address outside of the window is asked for it. */
function Image({ section: { bytes, type, width, height, title } }: { readonly section: ImageSection }) {
  const picture = useRef<HTMLImageElement>(null);
  useEffect(() => {
    const own = URL.createObjectURL(new Blob([bytes], { type }));
    picture.current?.setAttribute('src', own);
    return () => URL.revokeObjectURL(own);
  }, [bytes, type]);
  return (
    <figure className={styles['picture']}>
      <img ref={picture} width={width} height={height} alt={`${title}: ${texts.picture(width, height)}`} />
    </figure>
  );
}

function Picture({ section: { width, height, pixels, note, title } }: { readonly section: PictureSection }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    // A copy, since the pixels of a picture may not be shared memory.
    canvas.current?.getContext('2d')?.putImageData(new ImageData(new Uint8ClampedArray(pixels), width, height), 0, 0);
  }, [pixels, width, height]);
  return (
    <figure className={styles['picture']}>
      <canvas
        ref={canvas}
        width={width}
        height={height}
        role="img"
        aria-label={`${title}: ${texts.picture(width, height)}`}
      />
      {note === '' ? null : <figcaption>{note}</figcaption>}
    </figure>
  );
}
