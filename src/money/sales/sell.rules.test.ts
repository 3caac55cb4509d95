import { expect, test } from 'vitest'
import { sellInput } from './sale.contract.ts'
import { billOf, sellInputOf, type ItemValue, type SellValues } from './sell.rules.ts'

const ball: ItemValue = { key: 'a', kind: 'free', batch: '', text: 'A football', quantity: 2, unit: 6000 }

const valuesOf = (item: ItemValue): SellValues => ({
  customer: '',
  items: [item],
  discount: { kind: 'percent', value: '' },
  discountReason: '',
  payments: [],
  note: '',
})

test('a draft from before tax classes is shown and sold at the standard rate', () => {
  const tax = { rateThousandths: 20_000, reducedThousandths: 5000, isIncluded: true }
  const draft = valuesOf(ball)
  const bill = billOf(draft, new Map(), tax)
  expect(bill).toEqual(billOf(valuesOf({ ...ball, taxClass: 'standard' }), new Map(), tax))
  expect(bill).toMatchObject({ total: 12_000, taxes: [{ taxClass: 'standard', net: 10_000, tax: 2000 }] })
  expect(billOf(valuesOf({ ...ball, taxClass: 'reduced' }), new Map(), tax).taxes).toMatchObject([{ tax: 571 }])
  expect(sellInput.parse(sellInputOf(draft, bill.total)).items).toMatchObject([{ kind: 'free', taxClass: 'standard' }])
})
