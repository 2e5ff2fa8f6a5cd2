"""event_report.py DATABASE EVENT: the table of an event, and how its games began."""
import sys

import xq

database, event = xq.Database(sys.argv[1]), sys.argv[2]
report = database.event_report(event)
for standing in report["standings"]:
    print(f'{standing["place"]:2} {standing["name"]:10} {standing["points"]:3} points '
          f'in {standing["games"]} games')
counted = database.statistics(event=event)
print(f'{counted["games"]} games of {counted["plies"] / max(1, counted["games"]):.0f} plies; openings:')
for opening in counted["openings"][:5]:
    print(f'  {opening["name"] or "-"} {opening["games"]}')
