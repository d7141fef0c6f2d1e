import { GatheringUnitOfWork } from './gatheringUnitOfWork.ts'
import type { AnyResource, Row } from './rows.ts'

/** The unit of work of checks without a decision: it reads where others lock, many records at once, and writes nothing. */
export class ReadingUnitOfWork extends GatheringUnitOfWork {
  override async lock(of: AnyResource, ids: readonly string[]): Promise<Row[]> {
    const found = await Promise.all(
      [...new Set(ids)].map((id) =>
        this.gathered(['lock', of.id], id, async (all) => {
          const rows = new Map((await this.byIds(of, [...new Set(all)])).map((row) => [row.id, row]))
          return all.map((one) => rows.get(one))
        }),
      ),
    )
    return found.flatMap((row) => row ?? [])
  }

  protected override keep(of: AnyResource, ids: readonly string[]): Promise<Row[]> {
    return this.find(of, { id: ids })
  }

  override async unnamed(): Promise<void> {}

  protected override add(of: AnyResource): Promise<Row[]> {
    throw new Error(`a check adds to ${of.id}`)
  }

  protected override change(of: AnyResource): Promise<ReadonlyMap<string, Row>> {
    throw new Error(`a check changes ${of.id}`)
  }
}
