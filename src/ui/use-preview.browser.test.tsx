import { expect, test } from 'vitest'
import { renderHook } from 'vitest-browser-react'
import type { ImageValue } from './image-value.ts'
import { usePreview } from './use-preview.ts'

const read = (address: string) => fetch(address).then((answer) => answer.text())

test('a chosen file is seen at an address of its own, which goes with it', async () => {
  const { result, rerender, unmount } = await renderHook((value?: ImageValue) => usePreview(value ?? ''), {
    initialProps: '/media/stored.webp' as ImageValue,
  })
  expect(result.current).toBe('/media/stored.webp')
  await rerender(new File(['first'], 'first.png'))
  const first = result.current
  expect(await read(first)).toBe('first')
  await rerender(new File(['second'], 'second.png'))
  const second = result.current
  expect(await read(second)).toBe('second')
  await expect(read(first)).rejects.toThrow()
  await unmount()
  await expect(read(second)).rejects.toThrow()
})
