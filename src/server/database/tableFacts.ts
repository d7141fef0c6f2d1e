/** Facts of tables that only the database needs. They are not in the model, because the browser loads the model. */
export interface TableFacts {
  /** Columns beyond the model's fields: name → type and constraints (`secret_hash varchar(200)`). */
  readonly columns?: Readonly<Record<string, string>>
  /** Further indexes: name suffix → what follows `on <table>`. */
  readonly indexes?: Readonly<Record<string, string>>
  /**
   * Amounts that are sums of others in every row, as CHECK conditions: name suffix → field and the fields it adds up.
   */
  readonly sums?: Readonly<Record<string, readonly [total: string, ...parts: string[]]>>
}

/** Facts of the tables of a domain, by the id of their resource (`tables.ts` of the domain). */
export type FactsByResource = Readonly<Record<string, TableFacts>>

/** Facts of all tables, by the id of their resource. */
export type Tables = ReadonlyMap<string, TableFacts>

declare module '../core/domains.ts' {
  interface ServerDomains {
    /** SQL facts of tables. */
    readonly tables: Tables
  }
}

/** SQL facts of the table of a resource; none where it has no more than its model. */
export const factsOf = (tables: Tables, resourceId: string): TableFacts => tables.get(resourceId) ?? {}
