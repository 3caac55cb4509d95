import { expect, test } from 'vitest'
import { withSender } from './mail-layout.ts'
import { composeMail } from './mail.ts'
import { catalogueText, type Language } from './texts.ts'

const languages = ['en', 'ar'] as const
const link = 'https://office.example/invite?lang=en&from="<mail>"#token'
const invite = (language: Language, values: object = {}) =>
  composeMail(
    'reader@example.com',
    language,
    'team.mail.invite',
    { vendor: 'Falcon', by: 'Amal', role: 'r', until: 'u', link, ...values },
    { link },
  )

test.each(languages)('a mail has its heading, its paragraphs, one button, and the same in plain text: %s', (language) => {
  const { subject, html, text: plain } = invite(language)
  expect(html.match(/<h1 [^>]*>(.*?)<\/h1>/)?.[1]).toBe(subject)
  const address = link.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  expect([...html.matchAll(/<a href="([^"]*)"[^>]*>(.*?)<\/a>/g)].map(([, href, label]) => [href, label])).toEqual([
    [address, catalogueText(language, 'team.mail.invite.button')],
  ])
  expect(html).toContain(`${catalogueText(language, 'lib.mail.address')}<br><bdi dir="ltr" style="word-break:break-all">${address}</bdi>`)
  expect(plain.trim().split('\n\n')).toContain(link)
  const said = [...html.matchAll(/<p style="[^"]*">(.*?)<\/p>/g)].map(([, paragraph]) => paragraph)
  expect(said).toEqual(
    plain
      .trim()
      .split('\n\n')
      .filter((one) => one !== link),
  )
})

test.each([
  ['en', 'ltr', 'left'],
  ['ar', 'rtl', 'right'],
] as const)('the direction stands at the card too, since some mail programs drop what is around it: %s', (language, dir, side) => {
  const { html } = invite(language)
  expect(html).toContain(`<html lang="${language}" dir="${dir}">`)
  expect(html).toMatch(new RegExp(`<table [^>]*class="card" lang="${language}" dir="${dir}"`))
  expect(html).toMatch(new RegExp(`<td class="in" align="${side}" style="[^"]*text-align:${side}`))
})

test('what a list of mails shows beside the subject is no greeting, no address and no code, and ends there', () => {
  const preview = (html: string) => html.match(/<body><div style="display:none[^>]*>(.*?)<\/div>/)?.[1] ?? ''
  expect(preview(invite('en').html)).toMatch(/^Amal invites you to the team of Falcon on Touchline\. [^<]*[\u034f\u200c\u00a0]{180}$/)
  expect(preview(invite('ar').html)).toMatch(/^يدعوك Amal إلى فريق Falcon/)
  const long = preview(invite('en', { by: 'Amal '.repeat(60) }).html).replace(/[\u034f\u200c\u00a0]+$/, '')
  expect([long.length <= 140, long.endsWith('Amal')]).toEqual([true, true])
  const code = composeMail('reader@example.com', 'en', 'accounts.mail.code', { minutes: 10, link }, { figure: '123456', link })
  expect(preview(code.html)).not.toMatch(/123456|https/)
  expect(code.html).toMatch(/<p class="figure" dir="ltr"[^>]*>123456<\/p>/)
})

test('both colour schemes are said, and each colour of the light one that a dark page must not keep has its dark one', () => {
  const { html } = invite('en')
  expect(html).toContain('<meta name="color-scheme" content="light dark">')
  const [, dark = ''] = /@media\(prefers-color-scheme:dark\)\{(.*)\}<\/style>/.exec(html) ?? []
  const coloured = [...html.matchAll(/<(?!meta)[^>]*class="([^"]+)"[^>]*(?:background|[^-]color):#/g)].map(([, name]) => name)
  expect(new Set(coloured)).toEqual(new Set(['page', 'card', 'in', 'button', 'address']))
  for (const name of coloured) expect(dark, name).toMatch(new RegExp(`\\.${name}[ ,{]`))
  expect(dark.match(/:#/g)?.length).toBe(dark.match(/:#\w{6}!important/g)?.length)
})

test('nothing is fetched: no picture but what comes with the mail, no style sheet, no script', () => {
  const logo = { png: Buffer.from(''), width: 160, height: 48 }
  const html = withSender(invite('en').html, 'Falcon', logo)
  expect(html.match(/(?:src|background|url)\s*[=(]"?[^\s">]*/g)).toEqual(['src="cid:logo@touchline'])
  expect(html).not.toMatch(/<(?:script|link|iframe|form|object)|@import|url\(/)
})

test('a mail that the version before queued gets its sender above what it says', () => {
  expect(withSender('<html><body><p>Hello</p></body></html>', '$& Falcon', undefined)).toMatch(
    /^<html><body><p class="sender"[^>]*><bdi>\$&amp; Falcon<\/bdi><\/p><p>Hello<\/p><\/body><\/html>$/,
  )
})
