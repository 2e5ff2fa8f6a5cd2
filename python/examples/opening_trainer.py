"""opening_trainer.py BOOK [MOVES]: asks for the move that a book recommends, until its end.

The book plays Black, by how often a move was played; what you type may be in any notation. An empty line gives up."""
import random
import sys

import xq

book = xq.Book(sys.argv[1])
board = xq.Board()
right = asked = 0
while moves := book.probe(board):
    text = input(f"{board.fen()}\nyour move: ").strip()
    if not text:
        break
    asked += 1
    try:
        board.push_text(text)
    except xq.Error as error:
        print(error)
        continue
    played = board.pop()
    known = {each["move"]: each for each in moves}
    right += played in known
    print("in the book" if played in known else "not in the book:", *(each["chinese"] for each in moves))
    board.push(played if played in known else moves[0]["move"])
    answers = book.probe(board)
    if answers:
        board.push(random.choices(answers, [each["games"] for each in answers])[0]["move"])
print(f"{right} of {asked} moves are in the book")
