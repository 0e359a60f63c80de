import { DatabaseSync } from 'node:sqlite';

const ROWS_SHOWN = 20;

/** Statements put together from what visitors send, with the database's errors for all to see. */
export class VulnerableShop {
  private readonly database = new DatabaseSync(':memory:');
  private readonly entries: string[] = ['Nice chairs.'];

  constructor() {
    this.database.exec(`
      CREATE TABLE items (id INTEGER, name TEXT, price INTEGER);
      INSERT INTO items VALUES (1, 'chair', 40), (2, 'table', 120), (3, 'lamp', 25);
      CREATE TABLE users (id INTEGER, name TEXT, password TEXT);
      INSERT INTO users VALUES (1, 'admin', 'k7-secret'), (2, 'eve', 'x9-secret');`);
  }

  item = (id: string): string => this.query(`SELECT id, name, price FROM items WHERE id = ${id}`);

  search = (text: string): string =>
    this.query(`SELECT id, name, price FROM items WHERE name LIKE '%${text}%'`);

  logIn = (name: string, password: string): string =>
    this.query(`SELECT id, name FROM users WHERE (name = '${name}' AND password = '${password}')`);

  sign(entry: string): void {
    this.entries.push(entry);
    if (this.entries.length > ROWS_SHOWN) this.entries.shift();
  }

  guestbook = (): string => this.entries.map((entry) => `<li>${entry}</li>`).join('');

  close(): void {
    this.database.close();
  }

  private query(statement: string): string {
    try {
      const rows = this.database.prepare(statement).all().slice(0, ROWS_SHOWN);
      const cells = rows.map(
        (row) =>
          `<tr>${Object.values(row)
            .map((cell) => `<td>${cell}</td>`)
            .join('')}</tr>`,
      );
      return cells.length === 0 ? '<p>nothing found</p>' : `<table>${cells.join('')}</table>`;
    } catch (error) {
      // In the words of PHP, by which scanners know that a statement was broken.
      return `<b>Warning</b>:  SQLite3::query(): Unable to prepare statement: ${String(error)}`;
    }
  }
}
