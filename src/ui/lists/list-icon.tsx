import { Icon } from '../icon.tsx'

/** The pictograms of lists, apart from the frame's, which every page loads. */
const paths = {
  download: 'M12 4v11M7 11l5 5 5-5M5 20h14',
  print: 'M7 9V4h10v5M7 17H4V9h16v8h-3M7 14h10v6H7z',
  filter: 'M4 6h16M7 12h10M10 18h4',
  layout: 'M4 5h16v14H4zM10 5v14M15 5v14',
  call: 'M5 4h4l2 5-3 2a12 12 0 0 0 5 5l2-3 5 2v4a1 1 0 0 1-1 1A16 16 0 0 1 4 5a1 1 0 0 1 1-1z',
  choose: 'm4 7 2 2 3-4M4 17l2 2 3-4M13 7h7M13 17h7',
}

/** A 20 px icon of the tools of lists. */
export const ListIcon = ({ name }: { name: keyof typeof paths }) => <Icon path={paths[name]} />
