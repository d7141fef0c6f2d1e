import { test } from 'vitest'
import { pictureOfCompany, rowsFromFile } from '../../browser/fileJobs.ts'
import { ownStage } from './stage.ts'

const d = ownStage()

test('in English on a phone, a picture is chosen, seen, saved and seen again; what is none is refused', () =>
  pictureOfCompany(d, 'en', 390))

test('in English on a phone, rows come from a file, by keyboard', () => rowsFromFile(d, 'en', 390))
