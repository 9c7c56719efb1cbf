import { type CSSProperties, useState } from 'react';
import { Label, Slider, SliderThumb, SliderTrack } from 'react-aria-components';

import type { StackSide } from '../../../../shared/diff/read-versions.ts';
import { planeWords } from '../../../../shared/preview/tiff/stack-axes.ts';
import { stackTexts } from '../../../../shared/features/preview/files-text.ts';
import { versionWindowWords as words } from '../../../../shared/features/versions/window-text.ts';
import { classes } from '../../../components/classes.ts';
import { Slider as PlaneSlider } from '../../../components/controls/slider.tsx';
import { Tabs } from '../../../components/controls/tabs.tsx';
import { showPlane, useComparison } from '../stores/comparison.ts';
import styles from './images.module.css';

type Way = 'beside' | 'swipe' | 'difference';

/** Two TIFF files, plane by plane, in the same contrast. */
export function StacksPart({ mine, theirs }: { readonly mine: StackSide; readonly theirs: StackSide }) {
  const at = useComparison(state => state.plane);
  const planes = Math.max(mine.planes, theirs.planes);
  const { axes } = mine.planes === planes ? mine : theirs;
  return (
    <>
      {planes < 2 ? null : (
        <PlaneSlider
          label={stackTexts.plane}
          values={[at + 1]}
          least={1}
          most={planes}
          step={1}
          shown={planeWords(at, { planes, axes })}
          onChange={([to = 1]) => void showPlane(to - 1)}
        />
      )}
      <ImagesPart />
    </>
  );
}

/** Two images: beside each other, one over the other up to a line, or what differs between them. */
export function ImagesPart() {
  const [way, setWay] = useState<Way>('beside');
  const addresses = useComparison(state => state.images);
  const labels = useComparison(state => state.asked?.labels);
  if (addresses === null || labels === undefined) return <p>{words.under}</p>;
  const { mine, theirs } = addresses;
  if (mine === null || theirs === null) return <Beside addresses={addresses} labels={labels} />;
  const pictures = { addresses: { mine, theirs }, labels };
  return (
    <Tabs<Way>
      label={words.images.label}
      chosen={way}
      onChange={setWay}
      tabs={[
        { id: 'beside', label: words.images.beside, content: <Beside {...pictures} /> },
        { id: 'swipe', label: words.images.swipe, content: <Swipe {...pictures} /> },
        { id: 'difference', label: words.images.difference, content: <Difference {...pictures} /> },
      ]}
    />
  );
}

interface Pictures<A extends string | null = string> {
  readonly addresses: { readonly mine: A; readonly theirs: A };
  readonly labels: { readonly mine: string; readonly theirs: string };
}

function Beside({ addresses, labels }: Pictures<string | null>) {
  return (
    <div className={styles['beside']}>
      <Picture address={addresses.mine} label={labels.mine} />
      <Picture address={addresses.theirs} label={labels.theirs} />
    </div>
  );
}

function Picture({ address, label }: { readonly address: string | null; readonly label: string }) {
  const [size, setSize] = useState('');
  if (address === null)
    return (
      <figure className={styles['picture']}>
        <p>{words.noPlane}</p>
        <figcaption>{label}</figcaption>
      </figure>
    );
  return (
    <figure className={styles['picture']}>
      <img
        src={address}
        alt={label}
        onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
          setSize(words.pixels(naturalWidth, naturalHeight))
        }
      />
      <figcaption>{size === '' ? label : `${label} · ${size}`}</figcaption>
    </figure>
  );
}

function Swipe({ addresses, labels }: Pictures) {
  const [share, setShare] = useState(50);
  // React sets it through the element's own object, which the page's policy allows.
  const cut: CSSProperties = { clipPath: `inset(0 ${100 - share}% 0 0)` };
  return (
    <>
      <Slider className={styles['slider'] ?? ''} value={share} onChange={setShare} minValue={0} maxValue={100}>
        <Label>{words.swipe}</Label>
        <SliderTrack className={styles['track'] ?? ''}>
          <SliderThumb className={styles['thumb'] ?? ''} />
        </SliderTrack>
      </Slider>
      <div className={styles['stack']}>
        <img src={addresses.theirs} alt={labels.theirs} />
        <img src={addresses.mine} alt={labels.mine} style={cut} />
      </div>
    </>
  );
}

function Difference({ addresses, labels }: Pictures) {
  return (
    <div className={styles['stack']}>
      <img src={addresses.theirs} alt={labels.theirs} />
      <img className={classes(styles['over'])} src={addresses.mine} alt={labels.mine} />
    </div>
  );
}
