import { test } from 'vitest'
import { queueByMouse } from './queueJobs.ts'
import { stage } from './stage.ts'

const d = stage()

test('the queue by mouse alone: sidebar, buttons with their keys, four orders with a reject, take back, filter', () =>
  queueByMouse(d, 'en', { orders: 4, rejected: [1], clicked: 2 }))
