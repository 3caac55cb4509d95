/** The frame's pictograms, drawn with the lines of a court. */
const paths: Record<string, string> = {
  home: 'M4 11 12 4l8 7v9h-5v-6H9v6H4z',
  services: 'M3 5h18v14H3zM12 5v14M3 9.5h3.5v5H3M21 9.5h-3.5v5H21',
  sales: 'M4 7h16v12H4zM4 11h16M8 15h4',
  staff: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4 21a8 8 0 0 1 16 0',
  finance: 'M4 20V4M4 20h16M8 16v-4M12 16V8M16 16v-6',
  challenges: 'M7 4h10v5a5 5 0 0 1-10 0zM7 6H4a3 3 0 0 0 3 4M17 6h3a3 3 0 0 1-3 4M12 14v6M8 20h8',
  rankings: 'M4 20v-6h5v6M9.5 20V6h5v14M15 20v-9h5v9',
  setup: 'M4 7h10M18 7h2M4 17h2M10 17h10M14 4.5v5M6 14.5v5',
  bell: 'M6 17V11a6 6 0 0 1 12 0v6l2 2H4zM10 19a2 2 0 0 0 4 0',
  menu: 'M4 6h16M4 12h16M4 18h16',
  close: 'm6 6 12 12M18 6 6 18',
  calendar: 'M4 6h16v14H4zM4 10.5h16M8 3.5V8M16 3.5V8',
  people: 'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM2.5 20a6.5 6.5 0 0 1 13 0M16 4.4a3.5 3.5 0 0 1 0 6.2M18 14.2a6.5 6.5 0 0 1 3.5 5.8',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  add: 'M12 5v14M5 12h14',
  theme: 'M12 4v16M12 4a8 8 0 0 1 0 16 8 8 0 0 1 0-16Z',
  language: 'M12 4a8 8 0 1 1 0 16 8 8 0 0 1 0-16ZM4 12h16M12 4c5 5 5 11 0 16M12 4c-5 5-5 11 0 16',
  leave: 'M10 4H5v16h5M14 8l4 4-4 4M18 12H9',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14ZM20 20l-4-4',
}

/** An icon; decorative, since its name is next to it. @param path the drawing of one that is not the frame's @param size in pixels */
export function Icon({ name, path = paths[name ?? ''], size = 20 }: { name?: string; path?: string; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  )
}
