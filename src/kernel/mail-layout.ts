import { languageFacts } from '#lib/manner.ts'
import type { Language } from './texts.ts'

/** A mail's logo: PNG, which every mail program draws, with its display size in CSS pixels. */
export type Logo = { png: Buffer; width: number; height: number }

/** The contents of a mail, in their order. */
type Letter = {
  language: Language
  heading: string
  paragraphs: readonly string[]
  /** Shown large after the first paragraph, such as a one-time code. */
  figure?: string | undefined
  /** The paragraph that is a URL, its button's label, and the hint above the URL for readers who see no button. */
  link?: { address: string; label: string; hint: string } | undefined
  /** A further paragraph that is a URL, and the words that are shown instead of it. */
  second?: { address: string; label: string } | undefined
}

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escape = (value: string) => value.replace(/[&<>"']/g, (character) => escapes[character] ?? character)

/** The colours of src/ui/tokens.css, which a mail can't use. */
const light = { page: '#f4f8f5', card: '#ffffff', raised: '#edf2ed', line: '#d3d9d5', text: '#111e19', dimmed: '#576660' }
const dark = { page: '#0b1310', card: '#131c19', raised: '#1c2623', line: '#323d39', text: '#f0f5f1', dimmed: '#97a19c' }
const button = { light: ['#065539', '#ffffff'], dark: ['#f1f5ed', '#0c1915'] } as const

/**
 * The styles that attributes can't express: the dark colours, and tighter spacing on a narrow screen. Both schemes are
 * declared, so that no mail program invents dark colours; one that ignores style sheets shows the attributes' light ones.
 */
const style =
  ':root{color-scheme:light dark;supported-color-schemes:light dark}body{margin:0;padding:0}' +
  '@media(max-width:480px){.page{padding:0!important}.card{border-width:0!important;border-radius:0!important}.in{padding:20px 16px!important}}' +
  '@media(prefers-color-scheme:dark){' +
  `body,.page{background:${dark.page}!important}` +
  `.card{background:${dark.card}!important;border-color:${dark.line}!important}` +
  `.in,.in h1,.in p{color:${dark.text}!important}` +
  `.in .figure{background:${dark.raised}!important}.in .address{color:${dark.dimmed}!important}` +
  `.button{background:${button.dark[0]}!important}.button a{color:${button.dark[1]}!important}}`

const table = 'role="presentation" border="0" cellpadding="0" cellspacing="0"'
const paragraph = 'margin:0 0 16px'

/** Where the sender is inserted when the mail is sent, since the code that queues it need not know the sender. */
const slot = '<!--sender-->'

/** The content id of a mail's logo: mail programs show embedded images, and ask before they fetch any. */
export const cid = 'logo@touchline'

/** The preview next to the subject in a list of mails: the first sentences after the greeting, padded so that nothing else follows. */
function previewOf(paragraphs: readonly string[]): string {
  const said = paragraphs
    .filter((one) => !/[,،]$/.test(one))
    .join(' ')
    .replaceAll('\n', ' ')
  const short = said.length > 140 ? said.slice(0, said.lastIndexOf(' ', 140)) : said
  const room = '\u034f\u200c\u00a0'.repeat(60)
  return `<div style="display:none;max-height:0;overflow:hidden;opacity:0">${escape(short)}${room}</div>`
}

/** A button, and the URL beneath it for readers who see no button or do not trust it. */
function linkOf({ address, label, hint }: NonNullable<Letter['link']>): string {
  const [fill, ink] = button.light
  return (
    `<table ${table} style="margin:0 0 16px"><tr><td class="button" bgcolor="${fill}" style="background:${fill};border-radius:8px">` +
    `<a href="${escape(address)}" style="display:inline-block;padding:12px 24px;color:${ink};font-weight:600;text-decoration:none">${escape(label)}</a>` +
    `</td></tr></table><p class="address" style="${paragraph};font-size:13px;line-height:20px;color:${light.dimmed}">${escape(hint)}<br>` +
    `<bdi dir="ltr" style="word-break:break-all">${escape(address)}</bdi></p>`
  )
}

/** A link in words, for the answer that the button does not give. */
const secondOf = ({ address, label }: NonNullable<Letter['second']>) =>
  `<p style="${paragraph}"><a href="${escape(address)}" style="color:inherit">${escape(label)}</a></p>`

/**
 * A mail as HTML: the sender, a heading, paragraphs and at most one button on a card, right to left if the language is.
 * It uses tables and attributes, since mail programs have engines of the last twenty years; the direction is set on the
 * card, since some drop everything around it.
 */
export function drawMail({ language, heading, paragraphs, figure, link, second }: Letter): string {
  const dir = languageFacts(language).direction
  const side = dir === 'rtl' ? 'right' : 'left'
  const parts = paragraphs.map((one) => {
    if (one === link?.address) return linkOf(link)
    if (one === second?.address) return secondOf(second)
    return `<p style="${paragraph}">${escape(one).replaceAll('\n', '<br>')}</p>`
  })
  const large =
    figure === undefined
      ? []
      : [
          `<p class="figure" dir="ltr" align="center" style="${paragraph};padding:16px;border-radius:8px;background:${light.raised};` +
            `text-align:center;font:700 32px/40px monospace;letter-spacing:4px">${escape(figure)}</p>`,
        ]
  return [
    `<!doctype html><html lang="${language}" dir="${dir}"><head><meta charset="utf-8">`,
    `<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">`,
    `<meta name="supported-color-schemes" content="light dark"><meta name="x-apple-disable-message-reformatting">`,
    `<title>${escape(heading)}</title><style>${style}</style></head>`,
    `<body>${previewOf(paragraphs.filter((one) => one !== link?.address && one !== second?.address))}`,
    `<table ${table} width="100%" class="page" style="background:${light.page}"><tr><td class="page" align="center" style="padding:24px 12px">`,
    // Outlook reads the width, all others the style.
    `<table ${table} width="560" class="card" lang="${language}" dir="${dir}" style="width:100%;max-width:560px;background:${light.card};border:1px solid ${light.line};border-radius:12px">`,
    `<tr><td class="in" align="${side}" style="padding:28px 32px 16px;text-align:${side};font:16px/24px system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif;color:${light.text};overflow-wrap:anywhere">`,
    `${slot}<h1 style="margin:0 0 16px;font-size:22px;line-height:30px;font-weight:700">${escape(heading)}</h1>`,
    [...parts.slice(0, 1), ...large, ...parts.slice(1)].join(''),
    '</td></tr></table></td></tr></table></body></html>',
  ].join('')
}

/** Inserts a mail's sender above its contents: the logo, with the name as its alternative text, or the name. */
export function withSender(html: string, name: string, logo: Logo | undefined): string {
  const shown = logo
    ? // A logo with dark lines on a transparent background must be visible in the dark scheme too.
      `<img src="cid:${cid}" alt="${escape(name)}" width="${logo.width}" height="${logo.height}" style="background:#fff;border-radius:6px;vertical-align:middle">`
    : `<bdi>${escape(name)}</bdi>`
  const sender = `<p class="sender" style="margin:0 0 20px;font-weight:700">${shown}</p>`
  // A mail that the previous version queued has no slot for it.
  return html.includes(slot) ? html.replace(slot, () => sender) : html.replace('<body>', () => `<body>${sender}`)
}
