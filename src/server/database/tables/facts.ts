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
